/** The request of an example, as it is typed into a shell and as a program makes it. */
import type { Field, Operation } from "../../src/contract.ts";
import * as contract from "../../src/contract.ts";
import { curlCommand } from "../../src/pages/curl.ts";
import { COMPANY_URL } from "../company.ts";
import type { Example } from "../stage.ts";
import { asTypeScript } from "./literals.ts";

export function curlOf(operation: Operation, { args, as, fileName }: Example): string {
  const values = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    onWire(operation.params[name] as Field, value),
  ]);
  return curlCommand(operation, new Map(values), { url: COMPANY_URL, fileName, ...(as ? { email: as.email } : {}) });
}

const onWire = (field: Field, value: unknown) =>
  typeof value === "string" && (field.wire === "text" || field.bareOrQuoted) ? value : JSON.stringify(value);

export function typedCallOf(operation: Operation, { id, args, fileName }: Example): string {
  const parts = [`${moduleOf(operation)}.${id}`, asTypeScript(args), ...(fileName === undefined ? [] : ["{ file }"])];
  return `await connection.call(${parts.join(", ")});`;
}

/** The name under which the contract exports the operation's feature. */
function moduleOf(operation: Operation): string {
  const found = Object.entries(contract).find(
    ([, module]) => typeof module === "object" && Object.values(module).includes(operation as never),
  );
  if (!found) throw new Error(`${operation.method} ${operation.path} is not exported by the contract.`);
  return found[0];
}
