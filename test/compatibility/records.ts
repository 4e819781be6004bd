/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { WorkflowInput } from '../support/n8n/editor';
import { compareVersions } from '../support/versions';
import { compareSurfaces } from './compareSurfaces';
import type { Surface } from './surface';

/** Returns the path of the recorded surface of a version. */
export function getRecordFile(version: string): string {
	return path.join(__dirname, version, 'surface.json');
}

/** Returns the path of the workflow that was saved with a version. */
export function getWorkflowFile(version: string): string {
	return path.join(__dirname, version, 'workflow.json');
}

/** Returns the versions whose surface is recorded, newest first. */
export async function listRecordedVersions(): Promise<string[]> {
	const versions = (await readdir(__dirname)).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
	return versions.sort(compareVersions).reverse();
}

/** Reads the recorded surface of a version. */
export async function readRecord(version: string): Promise<Surface> {
	return JSON.parse(await readFile(getRecordFile(version), 'utf8')) as Surface;
}

/** Reads the workflow that was saved with a version, without credentials. */
export async function readSavedWorkflow(version: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(getWorkflowFile(version), 'utf8')) as WorkflowInput;
}

export interface Release {
	version: string;
	surface: Surface;
}

/**
 * Compares the current surface with the recorded one of a release. Returns what is wrong and what to
 * do about it if the version is too low for the difference, or nothing.
 */
export function findViolation(recorded: Release, current: Release): string | undefined {
	const changes = compareSurfaces(recorded.surface, current.surface);
	if (changes.length === 0) return undefined;
	const breaking = changes.filter(({ level }) => level === 'major');
	const isBreaking = breaking.length > 0;
	const [major, minor] = recorded.version.split('.').map(Number);
	const needed = isBreaking ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
	if (compareVersions(current.version, needed) >= 0) return undefined;
	const consequence = isBreaking ? 'break saved workflows' : 'add to the public surface';
	const command = `npm version ${needed} --no-git-tag-version`;
	const lines = [
		`These changes since ${recorded.version} ${consequence} and need version ${needed}, but package.json has ${current.version}:`,
		...(isBreaking ? breaking : changes).map(({ message }) => `- ${message}`),
		isBreaking
			? `Keep the old names and values working, or run "${command}".`
			: `Run "${command}".`,
	];
	if (recorded.version === current.version) {
		lines.push(`If ${current.version} has not been published yet, run "npm run record:surface".`);
	}
	return lines.join('\n');
}
