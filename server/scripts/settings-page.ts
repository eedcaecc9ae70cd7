/** docs/settings.md: every setting of the organization and of users, from the declarations. */
import * as z from "zod";
import type { Field } from "../src/contract.ts";
import { type PermissionSetting, realmPermissions } from "../src/kernel/access/permission-settings.ts";
import type { Meaning } from "../src/organization/settings/meanings/meaning.ts";
import { realmMeanings } from "../src/organization/settings/meanings/realm.ts";
import { permissionMeanings } from "../src/organization/settings/meanings/realm-permissions.ts";
import { userMeanings } from "../src/organization/settings/meanings/user.ts";
import { realmSettings } from "../src/organization/settings/realm-settings.ts";
import type { SettingsTable } from "../src/organization/settings/setting.ts";
import { settingsWithDefault, userSettings } from "../src/organization/settings/user-settings.ts";

interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SettingSchema[];
}

const code = (text: unknown) => `\`${text}\``;

function typeOf(field: Field): string {
  return describe(z.toJSONSchema(field.schema, { unrepresentable: "any" }) as SettingSchema);
}

function describe(schema: SettingSchema): string {
  if (schema.enum) return schema.enum.map(code).join(", ");
  if (schema.anyOf) return schema.anyOf.map(describe).join(" or ");
  return [schema.type ?? "any"].flat().join(" or ");
}

const enforcedBy = ({ server, waitsFor }: Meaning): string => {
  if (server) return `${code(server.where)}, tested by ${code(server.test)}`;
  return waitsFor ? `waits for ${waitsFor}` : "clients";
};

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

function settingsRows(settings: SettingsTable, meanings: Readonly<Record<string, Meaning>>): string[][] {
  return Object.entries(settings).map(([name, setting]) => {
    const meaning = meanings[name] as Meaning;
    return [
      code(name),
      typeOf(setting.field),
      code(JSON.stringify(setting.default)),
      meaning.does,
      enforcedBy(meaning),
    ];
  });
}

function realmTable(): string {
  const rows = settingsRows(realmSettings, realmMeanings).map((row, index) => {
    const { changedBy } = Object.values(realmSettings)[index] as { changedBy: string };
    return [...row.slice(0, 3), changedBy, ...row.slice(3)];
  });
  return table(["setting", "type", "default", "changed by", "what it does", "implemented by"], rows);
}

function permissionTable(): string {
  const rows = Object.entries(realmPermissions as Record<string, PermissionSetting>).map(([name, setting]) => {
    const meaning = (permissionMeanings as Readonly<Record<string, Meaning>>)[name] as Meaning;
    return [code(name), code(setting.default), setting.changedBy, meaning.does, enforcedBy(meaning)];
  });
  return table(["permission", "default", "changed by", "what it decides", "implemented by"], rows);
}

function userTable(): string {
  const rows = settingsRows(userSettings, userMeanings).map((row, index) => {
    const name = Object.keys(userSettings)[index] as string;
    return [...row.slice(0, 3), name in settingsWithDefault ? "yes" : "no", ...row.slice(3)];
  });
  return table(["setting", "type", "default", "default for new users", "what it does", "implemented by"], rows);
}

export function settingsPage(): string {
  return `<!-- Made by \`npm run generate\` from the declarations in server/src/organization/settings. Not to be edited. -->

# Settings

What each setting does, and who makes it so: the server (the file that asks for it, and the test that holds it to that),
clients, or nobody before something else is there.

## Of the organization

Changed with \`PATCH /realm\`; clients read each one as \`realm_NAME\`. An owner may change what an administrator may.

${realmTable()}

## Permissions of the organization

A group, or a set of people and groups, holds each of them.

${permissionTable()}

## Of users

Changed with \`PATCH /settings\`; what new users begin with is chosen with \`PATCH /realm/user_settings_defaults\`.

${userTable()}
`;
}
