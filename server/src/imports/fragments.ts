/** The parts of URLs after the #, by which views are known: with the ids that channels and people have here. */

interface LocalIds {
  get(kind: "channel" | "person", id: number): number | undefined;
}

const OF_CHANNELS = new Set(["channel", "stream"]);
const OF_PEOPLE = new Set(["dm", "dm-including", "pm-with", "group-pm-with", "sender", "from", "mentions"]);

/** Undefined if it names something that is not here. */
export function fragmentHere(ids: LocalIds, fragment: string): string | undefined {
  const [kind, ...rest] = fragment.split("/");
  if (kind !== "narrow") return fragment;
  const found: (string | undefined)[] = [kind];
  for (const [position, part] of rest.entries()) {
    const operator = position % 2 === 1 ? rest[position - 1]?.replace(/^-/, "") : undefined;
    found.push(operator === undefined ? part : operandHere(ids, operator, part));
  }
  return found.includes(undefined) ? undefined : found.join("/");
}

/** Operands begin with ids, and have names after them for people: `12-design`, `3,4-group`. */
function operandHere(ids: LocalIds, operator: string, operand: string): string | undefined {
  const kind = OF_CHANNELS.has(operator) ? "channel" : OF_PEOPLE.has(operator) ? "person" : undefined;
  const [written] = /^\d{1,12}(?:,\d{1,12}){0,200}(?=-|$)/.exec(operand) ?? [];
  if (kind === undefined || written === undefined) return operand;
  const own = written.split(",").map((id) => ids.get(kind, Number(id)));
  if (own.includes(undefined)) return undefined;
  const ordered = (own as number[]).sort((a, b) => a - b);
  return `${ordered.join(",")}${operand.slice(written.length)}`;
}
