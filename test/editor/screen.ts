import type { Locator, Page } from 'playwright-core';
import type { SignIn } from '../support/n8n/editor';

/** n8n's editor as a user sees it: reads and clicks what is on the screen. */
export class EditorScreen {
	page!: Page;

	private url = '';

	/** `url` is the address of n8n, such as `http://127.0.0.1:5678`. */
	async signIn(page: Page, url: string, { email, password }: SignIn): Promise<void> {
		this.page = page;
		this.url = url;
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	}

	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.part('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** Opens the panel of nodes, and resolves when these words have led to this entry. */
	async findInPanel(words: string, entry: string): Promise<Locator> {
		const search = this.part('node-creator').getByRole('textbox');
		if (!(await search.isVisible())) {
			const firstStep = this.part('canvas-plus-button');
			await (
				(await firstStep.isVisible()) ? firstStep : this.part('node-creator-plus-button')
			).click();
		}
		const found = this.part('node-creator-item-name').getByText(entry, { exact: true });
		// What an earlier search has found is gone first.
		await search.fill('no such node');
		await found.waitFor({ state: 'hidden' });
		await search.fill(words);
		await found.waitFor();
		return found;
	}

	/** Chooses an entry of the panel. */
	async choose(entry: string): Promise<void> {
		await this.part('node-creator').getByText(entry, { exact: true }).click();
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.part('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').click();
		await this.part('ndv').waitFor({ state: 'hidden' });
	}

	/** Closes the dialog of a credential; the open node stays open. */
	async closeCredential(): Promise<void> {
		const dialog = this.part('credential-edit-dialog');
		await this.part('editCredential-modal').getByRole('button', { name: 'Close' }).click();
		await dialog.waitFor({ state: 'hidden' });
	}

	/** What the canvas shows of a node: its name, and what it does. */
	node(name: string): Locator {
		return this.part('canvas-node').filter({ hasText: name });
	}

	/** Drags a node a little, on the canvas. */
	async moveNode(name: string): Promise<void> {
		const box = await this.node(name).boundingBox();
		if (box === null) throw new Error(`The canvas shows no node "${name}"`);
		const { mouse } = this.page;
		await mouse.move(box.x + 30, box.y + 30);
		await mouse.down();
		await mouse.move(box.x + 90, box.y + 110, { steps: 8 });
		await mouse.up();
	}

	/** The field of a parameter, by its internal name. */
	field(parameter: string): Locator {
		return this.part(`parameter-input-${parameter}`).locator('input');
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.field(parameter).fill(text);
	}

	/** Chooses from the drop-down list of a parameter. */
	async select(parameter: string, label: string): Promise<void> {
		await this.part(`parameter-input-${parameter}`).click();
		await this.option(label).click();
	}

	/** Searches the list of the only parameter that has one, and selects its only result. */
	async pick(words: string, entry: string): Promise<void> {
		await this.part('rlc-input').click();
		await this.part('rlc-search').fill(words);
		await this.part('rlc-item').filter({ hasText: entry }).waitFor();
		expect(await this.part('rlc-item').count()).toBe(1);
		await this.part('rlc-item').click();
	}

	/** Adds an entry to the collection with this button, such as "Add Option". */
	async add(button: string, entry: string): Promise<void> {
		const label = this.page.getByPlaceholder(button).or(this.page.getByText(button));
		await this.part('collection-parameter-add').filter({ has: label }).click();
		await this.option(entry, { exact: true }).click();
	}

	/** One entry of the list that is open. It may show more than the label, such as a description. */
	option(label: string, { exact = false } = {}): Locator {
		return this.page
			.getByRole('option', { name: label, exact })
			.or(this.page.getByRole('menuitem', { name: label, exact }))
			.first();
	}

	/** Runs the open node. */
	async executeStep(): Promise<void> {
		await this.part('node-execute-button').click();
	}

	/** Shows the output in this form, such as "Table". n8n begins with "Binary" if there are files. */
	async showOutput(form: string): Promise<void> {
		await this.part('output-panel').getByText(form, { exact: true }).click();
	}

	/** The items in the output of the open node: what each column shows, by its name. */
	async output(): Promise<Array<Record<string, string>>> {
		const table = this.part('output-panel').locator('table');
		await table.waitFor({ timeout: 30_000 });
		const names = (await table.locator('th').allInnerTexts()).map((name) => name.trim());
		const rows = await table.locator('tbody tr').all();
		return await Promise.all(
			rows.map(async (row) => {
				const cells = await row.locator('td').allInnerTexts();
				return Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim()]));
			}),
		);
	}

	/** The message that the open node shows instead of items: what happened, and what to do. */
	async message(): Promise<{ what: string; toDo: string }> {
		const [what, toDo] = ['node-error-message', 'node-error-description'].map((id) =>
			this.part('output-panel').getByTestId(id).first(),
		);
		await what.waitFor({ timeout: 60_000 });
		return { what: await what.innerText(), toDo: await toDo.innerText() };
	}

	/** Opens the dialog for a new credential of the open node. */
	async newCredential(): Promise<Locator> {
		await this.part('node-credentials-select')
			.or(this.part('node-credentials-empty-state'))
			.first()
			.click();
		const entry = this.part('node-credentials-select-item-new');
		const dialog = this.part('credential-edit-dialog');
		await entry.or(dialog).first().waitFor();
		if (await entry.isVisible()) await entry.click();
		await dialog.waitFor();
		return dialog;
	}

	/** A part of the screen by n8n's own name for it. */
	part(id: string): Locator {
		return this.page.getByTestId(id);
	}
}
