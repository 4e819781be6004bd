const { rm } = require('node:fs/promises');
const { spawn } = require('node:child_process');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

/** The compiler runs in a process of its own: its exit code is the task's. */
const compile = () =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });

/** What n8n reads beside the compiled classes, at the same places as in the sources. */
const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const copyJson = () => src('nodes/**/*.json', { base: '.' }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, copyIcons, copyJson));
exports.default = exports.build;
