import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import { importedExample } from '../support/exampleFiles';
import { takePicture } from './pictures';
import { startEditorSetup, type EditorSetup } from './editorSetup';

let setup: EditorSetup;

beforeAll(async () => {
	setup = await startEditorSetup();
}, SETUP_TIMEOUT_MS);

afterAll(async () => await setup?.end(), 60_000);

it('runs an imported example with its sample data at the first click', async () => {
	const { editor, credential, screen } = setup;
	const workflow = await editor.createWorkflow(await importedExample('confirm-orders', credential));
	await screen.openWorkflow(workflow.id);
	await screen.part('execute-workflow-button').click();
	await screen.page.getByText('Workflow executed successfully').waitFor();
	await screen.part('zoom-to-fit').click();
	await takePicture(screen.page, 'workflow');
	const passed = screen.part('edge-label').filter({ hasText: '1 item' });
	expect(await passed.count()).toBe(4);
}, 60_000);
