/** HTML that is safe to insert into a page. */
export class Html {
	constructor(readonly text: string) {}

	toString(): string {
		return this.text;
	}
}

type Value = string | number | Html | Html[];

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function insert(value: Value): string {
	if (Array.isArray(value)) return value.join('');
	if (value instanceof Html) return value.text;
	return String(value).replace(/[&<>"']/g, (character) => entities[character]);
}

/** A template tag: what is inserted is escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(String.raw({ raw: parts }, ...values.map(insert)));
}
