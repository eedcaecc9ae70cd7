/** RFC 6570 URL templates for text values: linkifiers use them to build URLs from matches. */

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly ifEmpty: string;
  readonly keepsReserved: boolean;
}

const plain = { first: "", separator: ",", named: false, ifEmpty: "", keepsReserved: false };
const OPERATORS: Readonly<Record<string, Operator>> = {
  "": plain,
  "+": { ...plain, keepsReserved: true },
  "#": { ...plain, first: "#", keepsReserved: true },
  ".": { ...plain, first: ".", separator: "." },
  "/": { ...plain, first: "/", separator: "/" },
  ";": { ...plain, first: ";", separator: ";", named: true },
  "?": { ...plain, first: "?", separator: "&", named: true, ifEmpty: "=" },
  "&": { ...plain, first: "&", separator: "&", named: true, ifEmpty: "=" },
};

interface Variable {
  readonly name: string;
  readonly prefix: number | undefined;
}
type TemplatePart = string | { readonly operator: Operator; readonly variables: readonly Variable[] };

export interface UrlTemplate {
  readonly variables: ReadonlySet<string>;
  expand(values: Readonly<Record<string, string | undefined>>): string;
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^([A-Za-z0-9_%]+(?:\.[A-Za-z0-9_%]+)*)(?::([1-9][0-9]{0,3})|\*)?$/;

/** Returns undefined if the template is invalid. */
export function parseUrlTemplate(template: string): UrlTemplate | undefined {
  const parts: TemplatePart[] = [];
  let literal = 0;
  for (const match of template.matchAll(EXPRESSION)) {
    const variables = (match[2] ?? "").split(",").map(variable);
    if (variables.includes(undefined)) return undefined;
    parts.push(template.slice(literal, match.index));
    parts.push({
      operator: OPERATORS[match[1] ?? ""] ?? plain,
      variables: variables.filter((known) => known !== undefined),
    });
    literal = match.index + match[0].length;
  }
  parts.push(template.slice(literal));
  if (parts.some((part) => typeof part === "string" && /[{}]/.test(part))) return undefined;
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : part.variables.map(({ name }) => name)));
  return {
    variables: new Set(names),
    expand: (values) =>
      parts.map((part) => (typeof part === "string" ? encoded(part, true) : expand(part, values))).join(""),
  };
}

function variable(written: string): Variable | undefined {
  const match = VARIABLE.exec(written);
  if (match === null) return undefined;
  return { name: match[1] ?? "", prefix: match[2] === undefined ? undefined : Number(match[2]) };
}

function expand(
  { operator, variables }: Exclude<TemplatePart, string>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const given = variables.flatMap(({ name, prefix }) => {
    const value = values[name];
    if (value === undefined) return [];
    const encodedValue = encoded(
      prefix === undefined ? value : Array.from(value).slice(0, prefix).join(""),
      operator.keepsReserved,
    );
    if (!operator.named) return [encodedValue];
    return [encodedValue === "" ? `${name}${operator.ifEmpty}` : `${name}=${encodedValue}`];
  });
  return given.length === 0 ? "" : operator.first + given.join(operator.separator);
}

function encoded(value: string, keepsReserved: boolean): string {
  const wellFormed = value.toWellFormed();
  if (!keepsReserved) return encodeURIComponent(wellFormed).replace(/[!'()*]/g, percent);
  return wellFormed.replace(/%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/gu, (part) =>
    encodeURIComponent(part),
  );
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
