/** Prints values for people: short ones stay on one line. */

interface Style {
  key(name: string): string;
  /** Between the braces of a one-line object and its content. */
  readonly space: string;
  /** After the last of several lines. */
  readonly lastComma: string;
}

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_]\w*$/;

const TYPESCRIPT: Style = {
  key: (name) => (IDENTIFIER.test(name) ? name : JSON.stringify(name)),
  space: " ",
  lastComma: ",",
};
const JSON_STYLE: Style = { key: (name) => JSON.stringify(name), space: "", lastComma: "" };

export const asTypeScript = (value: unknown): string => written(value, TYPESCRIPT);
export const asJson = (value: unknown): string => written(value, JSON_STYLE);

function written(value: unknown, style: Style, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = isList
    ? value.map((each) => written(each, style, inner))
    : Object.entries(value).map(([name, each]) => `${style.key(name)}: ${written(each, style, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const space = isList ? "" : style.space;
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length + indent.length <= WIDTH && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}${style.lastComma}\n${indent}${close}`;
}
