/** The little Markdown that the pages are made of. */

const MADE_BY = "<!-- Made by `npm run generate:api-docs` from the contract and its examples. Not to be edited. -->";

export const code = (text: unknown): string => `\`${text}\``;

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Paragraphs, headings and tables with a line between them; what there is none of is left out. */
export const page = (...parts: readonly (string | undefined)[]): string =>
  `${[MADE_BY, ...parts].filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;

/** A column in which no row has something is left out. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = header.map((_, column) => column === 0 || rows.some((row) => row[column] !== ""));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, column) => used[column]).join(" | ")} |`;
  const rule = header.map(() => "---");
  return [line(header), line(rule), ...rows.map((row) => line(row.map(inCell)))].join("\n");
}

const inCell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** How GitHub and other readers name a heading in links. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

/** `sendMessage` is on the page send-message.md. */
export const fileOf = (id: string): string => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
