/** The request of an example, as a shell command and as code. */
import type { Field, Operation } from "../../src/contract.ts";
import * as contract from "../../src/contract.ts";
import { curlCommand, prefixOf } from "../../src/kernel/pages/curl.ts";
import { SHOWN_URL } from "../company.ts";
import type { Example } from "../scene.ts";
import { asTypeScript } from "./literals.ts";
import { fenced } from "./markdown.ts";

/** The forms of the request, each in its own code block. */
export function requestsOf(operation: Operation, example: Example): string[] {
  if (operation.streams === "socket") return [fenced("ts", socketOf(operation, example))];
  const shell = fenced("sh", curlOf(operation, example));
  return operation.streams ? [shell] : [shell, fenced("ts", typedCallOf(operation, example))];
}

const onWireByName = ({ params }: Operation, { args }: Example) =>
  Object.entries(args).map(([name, value]): [string, string] => [name, onWire(params[name] as Field, value)]);

function curlOf(operation: Operation, example: Example): string {
  const { as, fileName } = example;
  const options = { url: SHOWN_URL, fileName, ...(as ? { email: as.email } : {}) };
  return curlCommand(operation, new Map(onWireByName(operation, example)), options);
}

/** As a browser opens it, which cannot set headers. */
function socketOf(operation: Operation, example: Example): string {
  const query = new URLSearchParams(onWireByName(operation, example));
  const address = `${SHOWN_URL.replace("http", "ws")}${prefixOf(operation)}${operation.path}?${query}`;
  return `new WebSocket("${address}", ["parley.events", "parley.basic.CREDENTIALS"]);`;
}

const onWire = (field: Field, value: unknown) =>
  typeof value === "string" && (field.wire === "text" || field.bareOrQuoted) ? value : JSON.stringify(value);

function typedCallOf(operation: Operation, { id, args, fileName }: Example): string {
  const body = operation.isWebhook && operation.method !== "GET" ? ["{ document }"] : [];
  const file = fileName === undefined ? [] : ["{ file }"];
  const parts = [`${moduleOf(operation)}.${id}`, asTypeScript(args), ...body, ...file];
  return `await connection.call(${parts.join(", ")});`;
}

/** The name under which the contract exports the operation's feature. */
function moduleOf(operation: Operation): string {
  const { operations: _, ...modules } = contract;
  const found = Object.entries(modules).find(
    ([, module]) => typeof module === "object" && Object.values(module).includes(operation as never),
  );
  if (!found) throw new Error(`${operation.method} ${operation.path} is not exported by the contract.`);
  return found[0];
}
