/** How a bank stores a text: in lines of this width, which it joins again. */
export interface LineStyle {
	joint: ' ' | '  ';
	/** True: the blanks at the end of a line are removed before the lines are joined. */
	isTrimmed?: boolean;
}

/** The width of a line in core banking systems, which is that of SWIFT's text fields. */
export const LINE_WIDTH = 35;

/** Cuts the text after every 35 characters, wherever that is, and joins the lines again. */
export function breakLines(text: string, { joint, isTrimmed = false }: LineStyle): string {
	const lines: string[] = [];
	for (let start = 0; start < text.length; start += LINE_WIDTH) {
		const line = text.slice(start, start + LINE_WIDTH);
		lines.push(isTrimmed ? line.trimEnd() : line);
	}
	return lines.join(joint);
}
