/**
 * The browser's version of the contract: operation paths and parameters, event names, and the permission data that the
 * rules need. Schemas, notes, limits and checks stay on the server; they would be most of the bundle.
 */
import * as contract from "@parley/server/contract";
import type { Plugin } from "vite";

const CONTRACT = "@parley/server/contract";
const VIRTUAL = "\0contract";
const PERMISSIONS = /\/server\/src\/kernel\/access\/permission-settings\.ts$/;

export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    enforce: "pre",
    resolveId: (id) => (id === CONTRACT || id.startsWith(VIRTUAL) ? id.replace(CONTRACT, VIRTUAL) : undefined),
    load(id) {
      if (id === VIRTUAL) return barrel();
      if (id.startsWith(`${VIRTUAL}/`)) return chapter(id.slice(VIRTUAL.length + 1));
      if (PERMISSIONS.test(id)) return permissionTables();
      return undefined;
    },
  };
}

/** One module per chapter, so that unused chapters are dropped. */
function barrel(): string {
  const names = Object.entries(contract).filter(([, each]) => isNamespace(each));
  return names.map(([name]) => `export * as ${name} from ${JSON.stringify(`${VIRTUAL}/${name}`)};`).join("\n");
}

function chapter(name: string): string {
  const exported = Object.entries((contract as unknown as Record<string, object>)[name] ?? {});
  const lines = exported.flatMap(([key, value]) => {
    const slim = slimmed(value);
    return slim === undefined ? [] : [`export const ${key} = ${JSON.stringify(slim)};`];
  });
  return lines.length > 0 ? lines.join("\n") : "export {};";
}

/** For each permission only whether guests may hold it: the rules need nothing else. */
function permissionTables(): string {
  const { realmPermissions, channelPermissions, groupPermissions } = contract.permissionSettings;
  const tables = Object.entries({ realmPermissions, channelPermissions, groupPermissions }).map(([name, table]) => {
    const rows = Object.entries(table).map(
      ([setting, { allowEveryone }]) => `${setting}: ${allowEveryone ? "open" : "closed"}`,
    );
    return `export const ${name} = { ${rows.join(", ")} };`;
  });
  return ["const open = { allowEveryone: true };", "const closed = { allowEveryone: false };", ...tables].join("\n");
}

const isNamespace = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Module]";

function slimmed(value: unknown): unknown {
  if (contract.isOperation(value)) {
    const { method, path, tail, params } = value;
    // What is not listed is sent as JSON.
    const texts = Object.entries(params).filter(([, { wire }]) => wire === "text");
    return { method, path, tail, params: Object.fromEntries(texts.map(([name, { wire }]) => [name, { wire }])) };
  }
  if (contract.isEventDeclaration(value)) return { type: value.type, op: value.op };
  // Constants only; browsers do not need schemas and functions.
  return ["string", "number", "boolean"].includes(typeof value) || isPlain(value) ? value : undefined;
}

/** Whether the value is plain data throughout. */
function isPlain(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value as object).every(isPlain);
}
