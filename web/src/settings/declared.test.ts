/** Declared settings agree with the API: their names, the values they offer, and their limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "@parley/server/contract";
import { channelTexts } from "../text/en/index-channels.ts";
import { laterTexts } from "../text/en/index-later.ts";
import { settingsTexts } from "../text/en/index-settings.ts";
import { learn, type TextKey, t } from "../text/text.ts";
import { channelGroups } from "./channels/channel-source.ts";
import { channelPermissionGroups } from "./channels/permissions.ts";
import { personalGroups } from "./channels/personal-source.ts";
import type { SettingsGroup } from "./page.ts";
import { pages } from "./pages.ts";
import type { Control } from "./setting.ts";

learn(laterTexts);

learn({ ...settingsTexts, ...channelTexts });

const ANY_CHANNEL = 7;
const { about, messages } = channelGroups(ANY_CHANNEL);
const groups: readonly SettingsGroup[] = [
  ...pages.flatMap((page) => page.groups),
  about,
  messages,
  ...personalGroups(ANY_CHANNEL),
  ...channelPermissionGroups(ANY_CHANNEL),
];

const declared = groups.flatMap(({ source, settings }) => settings.map((setting) => ({ source, setting })));

/** Values that a control can send: the ends of what it offers. */
function sentBy(control: Control): readonly unknown[] {
  switch (control.kind) {
    case "switch":
      return [true, false];
    case "choice":
      return control.options.map(({ value }) => value);
    case "number":
      return [control.min, control.max];
    case "text":
      return ["x".repeat(control.max)];
    case "limit":
      return ["unlimited", ...(control.inherited ? ["realm_default"] : []), ...control.lengths];
    case "channel":
      return [-1, 7];
    case "folder":
      return [null, 7];
    case "who":
      return [{ new: 7 }, { new: { direct_members: [7], direct_subgroups: [8] }, old: 9 }];
    case "timeZone":
      return ["Europe/Berlin", "UTC"];
    case "language":
      return ["en", "de"];
  }
}

/** The values of a field that has a fixed set of them. */
function allowedBy(field: Field): readonly unknown[] | undefined {
  const schema = field.schema();
  const { options } = schema as { readonly options?: readonly unknown[] };
  return options ?? (schema.meta()?.enum as readonly unknown[] | undefined);
}

for (const { source, setting } of declared)
  test(`${setting.key} offers what the API accepts`, () => {
    const { operation } = source;
    if (!operation) return;
    const field = operation.params[setting.key] as Field | undefined;
    assert.ok(field, `${operation.path} has no parameter ${setting.key}`);
    const sent = sentBy(setting.control);
    for (const value of sent) assert.ok(field.schema().safeParse(value).success, `${value} is refused`);
    const allowed = allowedBy(field);
    if (setting.control.kind !== "choice" || !allowed) return;
    assert.deepEqual(new Set(sent), new Set(allowed), "every value can be chosen");
  });

test("no setting is declared twice for the same place", () => {
  const keys = declared.map(({ source, setting }) => `${source.operation?.path} ${setting.key}`);
  assert.deepEqual(
    keys.filter((key, at) => keys.indexOf(key) !== at),
    [],
  );
});

test("every text of a page is in the catalogue", () => {
  const texts = pages.flatMap((page) => [
    page.name,
    page.about,
    ...(page.landmarks ?? []).flatMap(({ label, words }) => [label, words]),
  ]);
  const inGroups = groups.flatMap(({ title, help, settings }) => [
    title,
    help,
    ...settings.flatMap(({ label, help: more, words }) => [label, more, words]),
  ]);
  for (const key of [...texts, ...inGroups].filter((each): each is TextKey => each !== undefined))
    assert.notEqual(t(key), key);
});
