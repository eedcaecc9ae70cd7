/** Which files can import which (decision 074). */
import assert from "node:assert/strict";
import { basename, dirname } from "node:path/posix";
import { it } from "node:test";
import { areaOf, circles, featureOf, type Import, imports, runsUp, sources } from "../scripts/import-graph.ts";

const all = imports();
const written = ({ from, to }: Import) => `${from} -> ${to}`;

/** Imports that are still to be reversed. */
const STILL_UPWARDS: readonly string[] = [];

/** The files through which features are used: contracts, permissions, actions, reads, events and moments. */
const FACES = new Set([
  "contract.ts",
  "permissions.ts",
  "actions.ts",
  "store.ts",
  "events.ts",
  "moments.ts",
  "present.ts",
  "access.ts",
  "audience.ts",
]);

/** Other files that features import. Entries that are no longer imported must be removed. */
const SEEN_BESIDE: readonly string[] = [
  "channels/description.ts",
  "channels/names.ts",
  "channels/sight.ts",
  "channels/strangers.ts",
  "channels/subscribe/settings.ts",
  "channels/user-topics/automatic.ts",
  "delivery/incoming-email/addresses.ts",
  "delivery/integrations/markup.ts",
  "delivery/notifications/causes.ts",
  "delivery/notifications/channel.ts",
  "joining/invites/announce.ts",
  "joining/invites/keys.ts",
  "joining/sign-up/claim.ts",
  "joining/sign-up/confirm.ts",
  "joining/sign-up/join.ts",
  "joining/sign-up/register.ts",
  "joining/sign-up/words/index.ts",
  "joining/welcome/begin.ts",
  "joining/welcome/emails.ts",
  "joining/welcome/history.ts",
  "joining/welcome/messages.ts",
  "messages/content-errors.ts",
  "messages/content.ts",
  "messages/edit/announce.ts",
  "messages/edit/check.ts",
  "messages/edit/resolved.ts",
  "messages/external-content/address.ts",
  "messages/fetch/read.ts",
  "messages/flags.ts",
  "messages/legal-holds/search.ts",
  "messages/normalise.ts",
  "messages/notices/send.ts",
  "messages/notices/tell-owner.ts",
  "messages/page-previews/known.ts",
  "messages/preferences.ts",
  "messages/read-state/exceptions.ts",
  "messages/read-state/readers.ts",
  "messages/recipients.ts",
  "messages/send/compose.ts",
  "messages/send/deliver.ts",
  "messages/send/prepare.ts",
  "messages/send/request.ts",
  "messages/traits.ts",
  "messages/uploads/claims.ts",
  "messages/uploads/previews.ts",
  "messages/visibility.ts",
  "organization/domains/names.ts",
  "organization/pictures/draw.ts",
  "organization/pictures/rule.ts",
  "organization/realm.ts",
  "organization/realms/in-turn.ts",
  "organization/settings/authentication-methods.ts",
  "organization/settings/channel-errors.ts",
  "organization/settings/integrations.ts",
  "organization/settings/realm-settings.ts",
  "organization/settings/recorded.ts",
  "organization/settings/setting.ts",
  "organization/settings/user-settings.ts",
  "people/alert-words/matcher.ts",
  "people/avatars/announce.ts",
  "people/avatars/built-in.ts",
  "people/avatars/drawn/address.ts",
  "people/bots/announce.ts",
  "people/bots/channels.ts",
  "people/bots/config.ts",
  "people/bots/reactivate.ts",
  "people/destinations/app-flow.ts",
  "people/destinations/destination.ts",
  "people/email-change/errors.ts",
  "people/groups/roles.ts",
  "people/identity-providers/buttons.ts",
  "people/identity-providers/claims.ts",
  "people/identity-providers/errors.ts",
  "people/identity-providers/flow.ts",
  "people/identity-providers/words/index.ts",
  "people/json-web-tokens/token.ts",
  "people/linked-providers/notify.ts",
  "people/profile-fields/profiles.ts",
  "people/profile-fields/values.ts",
  "people/second-factors/codes.ts",
  "people/second-factors/confirm.ts",
  "people/second-factors/notify.ts",
  "people/second-factors/passkey-refusals.ts",
  "people/second-factors/passkeys.ts",
  "people/second-factors/setup.ts",
  "people/second-factors/words/index.ts",
  "people/sessions/device.ts",
  "people/sessions/known-browser.ts",
  "people/sign-in/desktop.ts",
  "people/sign-in/password.ts",
  "people/sign-in/record.ts",
  "people/user-status/announce.ts",
  "people/users/access/changes.ts",
  "people/users/access/unknown.ts",
  "people/users/access/viewer.ts",
  "people/users/activity.ts",
  "people/users/addresses.ts",
  "people/users/deactivate/named.ts",
  "people/users/lookup.ts",
  "people/users/rights.ts",
  "people/users/system-bots.ts",
  "people/users/update/email.ts",
  "people/users/update/role.ts",
  "people/users/viewers.ts",
  "people/ways-in/ways.ts",
];

it("every folder belongs to a layer", () => {
  assert.deepEqual(
    sources().filter((file) => areaOf(file) === undefined),
    [],
  );
});

it("no area imports from one above it or next to it", () => {
  assert.deepEqual(all.filter(runsUp).map(written).sort(), [...STILL_UPWARDS].sort());
});

it("files in different folders do not import each other in a cycle", () => {
  const wide = circles(all).filter((files) => new Set(files.map(dirname)).size > 1);
  assert.deepEqual(wide, []);
});

it("features import only each other's public files", () => {
  const seen = all
    .filter(({ from, to }) => isBetweenFeatures(from, to) && !FACES.has(basename(to)))
    .map(({ to }) => to);
  assert.deepEqual([...new Set(seen)].sort(), [...SEEN_BESIDE].sort());
});

/** Everyone can use the kernel and text, and the composition root knows all features. */
function isBetweenFeatures(from: string, to: string): boolean {
  if (areaOf(from) === "whole" || ["kernel", "text"].includes(areaOf(to) ?? "")) return false;
  return featureOf(from) !== featureOf(to);
}
