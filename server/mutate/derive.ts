/**
 * Mutants derived from the code: negated checks and rules; organization conditions, events, versions and limits left
 * out.
 */
import { type Node, parse, walk } from "./parse.ts";

export interface Derived {
  readonly kind: "check" | "rule" | "realm" | "event" | "version" | "limit";
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type FunctionCall = Extract<Node, { type: "CallExpression" }>;

export function derive(file: string, source: string): Derived[] {
  const found: Derived[] = [];
  const codeOf = ({ start, end }: Node) => source.slice(start, end);
  const negated = (kind: "check" | "rule", node: Node) =>
    found.push({ kind, start: node.start, end: node.end, text: `!(${codeOf(node)})` });
  const replaced = (kind: Derived["kind"], { start, end }: Node, text: string) =>
    found.push({ kind, start, end, text });

  walk(parse(file, source), (node, around) => {
    if (node.type === "CallExpression") {
      const name = calledName(node);
      const [first] = node.arguments;
      if (name === "demand" && first) negated("check", first);
      if (name === "append") replaced("event", node, "undefined");
      if (name !== undefined && VERSION.test(name)) replaced("version", node, "undefined");
      if (name !== undefined && LIMIT.test(name)) replaced("limit", node, "undefined");
      if (isRealmCondition(node)) replaced("realm", node, conditionless(node, codeOf));
    }
    if (node.type === "IfStatement" && throwsApiError(node.consequent)) negated("check", node.test);
    if (node.type === "TaggedTemplateExpression") {
      const text = codeOf(node).replace(/(?:\w+\.)?realm_id = \$\{\w+(?:\.\w+)*\}/, "true");
      if (text !== codeOf(node)) replaced("realm", node, text);
    }
    if (isRulesFile(file)) for (const result of resultsOf(node, around)) negated("rule", result);
  });
  return found;
}

const VERSION = /^raise\w*Version$/;
const LIMIT = /^(?:demandRoom|demandFits|makeRoom)\w*$/;
const REALM_COLUMN = /^(?:\w+\.)?realm_id$/;
const isRulesFile = (file: string) => /(?:^|[/-])permissions\.ts$/.test(file);

const calledName = ({ callee }: FunctionCall) => (callee.type === "Identifier" ? callee.name : undefined);

function isRealmCondition(call: FunctionCall): boolean {
  const [first] = call.arguments;
  const isColumn = first?.type === "Literal" && typeof first.value === "string" && REALM_COLUMN.test(first.value);
  return isColumn && (calledName(call) === "eb" || isWhere(call));
}

const isWhere = ({ callee }: FunctionCall) =>
  callee.type === "MemberExpression" &&
  callee.property.type === "Identifier" &&
  /^where(?:Ref)?$/.test(callee.property.name);

const conditionless = ({ callee }: FunctionCall, codeOf: (node: Node) => string) =>
  callee.type === "MemberExpression" ? codeOf(callee.object) : "eb.lit(true)";

/** Whether it throws an API error. A plain `Error` marks something that cannot happen. */
function throwsApiError(consequent: Node): boolean {
  const only = consequent.type === "BlockStatement" ? consequent.body[0] : consequent;
  if (only?.type !== "ThrowStatement" || only.argument.type !== "NewExpression") return false;
  const { callee } = only.argument;
  return !(callee.type === "Identifier" && callee.name === "Error");
}

/** The results of functions declared to return a boolean. */
function resultsOf(node: Node, around: readonly Node[]): Node[] {
  if (node.type === "ReturnStatement" && node.argument) {
    const nearest = around.findLast((each) => isFunction(each));
    return nearest && isPredicate(nearest) ? [node.argument] : [];
  }
  if (node.type !== "ArrowFunctionExpression" || node.body.type === "BlockStatement") return [];
  return isPredicate(node) ? [node.body] : [];
}

const isFunction = ({ type }: Node) =>
  type === "ArrowFunctionExpression" || type === "FunctionDeclaration" || type === "FunctionExpression";

const isPredicate = (node: Node) => "returnType" in node && node.returnType?.typeAnnotation.type === "TSBooleanKeyword";
