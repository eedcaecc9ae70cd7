/** Parses narrow terms: every operator name, and the allowed operands. */
import { ApiError, demand, said } from "../../kernel/api/index.ts";
import { wordCount } from "../../text/search/query.ts";
import {
  BadNarrow,
  BlankOperand,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_WORDS,
  MAX_SEARCHES,
  type NarrowTerm,
  SearchTooLong,
  TooManySearches,
  TooManySearchWords,
} from "../contract.ts";

type OperandKind = "text" | "text or id" | "text or ids" | "anything";

interface OperatorNames {
  readonly aliases: readonly string[];
  readonly operand: OperandKind;
}

/** Every operator, with its older names. Event queues support a few of them (`queue-narrow.ts`). */
const OPERATORS = {
  channel: { aliases: ["stream"], operand: "text or id" },
  channels: { aliases: ["streams"], operand: "text" },
  topic: { aliases: ["subject"], operand: "text" },
  dm: { aliases: ["pm-with", "pm_with"], operand: "text or ids" },
  "dm-including": { aliases: [], operand: "text or id" },
  "group-pm-with": { aliases: ["group_pm_with"], operand: "text or id" },
  sender: { aliases: ["from"], operand: "text or id" },
  mentions: { aliases: [], operand: "text or id" },
  date: { aliases: [], operand: "text" },
  is: { aliases: [], operand: "text" },
  has: { aliases: [], operand: "text" },
  in: { aliases: [], operand: "text" },
  id: { aliases: [], operand: "text or id" },
  near: { aliases: [], operand: "anything" },
  with: { aliases: [], operand: "text or id" },
  search: { aliases: [], operand: "text" },
} as const satisfies Record<string, OperatorNames>;

export type Operator = keyof typeof OPERATORS;

export interface Term {
  readonly operator: Operator;
  readonly operand: unknown;
  readonly negated: boolean;
}

const byName: ReadonlyMap<string, Operator> = new Map(
  Object.entries(OPERATORS).flatMap(([operator, { aliases }]) =>
    [operator, ...aliases].map((name) => [name, operator as Operator] as const),
  ),
);

export function termsOf(sent: readonly NarrowTerm[]): Term[] {
  const terms = sent.map(toTerm);
  refuseLongSearch(terms.filter((term) => term.operator === "search"));
  return terms;
}

/** All searches of a narrow together: they are combined, and each word is looked up separately. */
function refuseLongSearch(searches: readonly Term[]): void {
  const text = searches.map((term) => term.operand).join(" ");
  demand(searches.length <= MAX_SEARCHES, new TooManySearches());
  demand(text.length <= MAX_SEARCH_LENGTH, new SearchTooLong());
  demand(wordCount(text) <= MAX_SEARCH_WORDS, new TooManySearchWords());
}

function toTerm(sent: NarrowTerm): Term {
  const { operator: name, operand, negated = false } = Array.isArray(sent) ? pair(sent) : sent;
  const operator = byName.get(name);
  if (!operator) throw new BadNarrow({ desc: said`unknown operator ${name}` });
  checkOperand(operator, operand);
  return { operator, operand, negated };
}

const pair = ([operator, operand]: [string, string]) => ({ operator, operand, negated: false });

function checkOperand(operator: Operator, operand: unknown): void {
  const isText = typeof operand === "string";
  switch (OPERATORS[operator].operand) {
    case "anything":
      return;
    case "text":
      demand(isText, new ApiError(said`operand is not a string`));
      break;
    case "text or id":
      demand(isText || Number.isSafeInteger(operand), new ApiError(said`operand is not a string or integer`));
      break;
    case "text or ids": {
      const isList = Array.isArray(operand) && operand.every(Number.isSafeInteger);
      demand(isText || isList, new ApiError(said`operand is not a string or an integer list`));
    }
  }
  if (operator === "search") demand((operand as string).trim() !== "", new BlankOperand());
}

/** An operand as quoted in an error. */
export const quoted = (operand: unknown): string =>
  Array.isArray(operand) ? `[${operand.join(", ")}]` : String(operand);
