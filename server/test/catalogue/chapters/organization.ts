/** The organization: its settings, what it adds to texts, its files; and its end. */
import assert from "node:assert/strict";
import * as api from "../../../src/contract.ts";
import { erases, signedIn } from "../../../src/erasure/testing.ts";
import { largeSlackArchive } from "../../../src/imports/slack/testing.ts";
import { asFile, picture } from "../../../src/messages/uploads/testing.ts";
import { confirms } from "../../../src/people/second-factors/testing.ts";
import type { CatalogueWorld } from "../world.ts";

const { realms, realmPictures, domains, customEmoji, linkifiers, playgrounds } = api;

export async function organizationChapter(world: CatalogueWorld): Promise<void> {
  await settings(world);
  await additions(world);
  await files(world);
  await holds(world);
  await erasures(world);
}

async function settings({ walk, acme, olivia, adam, open }: CatalogueWorld): Promise<void> {
  const update = (change: object, as = olivia) => walk.does(as, realms.updateRealm, change);
  await update({ name: "Acme & Sons", description: "We make things" });
  await update({ allow_message_editing: false });
  await update({ allow_message_editing: true, message_content_edit_limit_seconds: 1200 });
  await update({ move_messages_within_stream_limit_seconds: 3600, message_content_delete_limit_seconds: 600 });
  await update({ message_edit_history_visibility_policy: "moves" });
  await update({ topics_policy: "disable_empty_topic" });
  await update({ topics_policy: "allow_empty_topic" });
  await update({ waiting_period_threshold: 10 });
  await update({ waiting_period_threshold: 0 });
  await update({ signup_announcements_stream_id: open });
  await update({ authentication_methods: { Email: true } });
  await update({ can_create_groups: { new: acme.realm.systemGroups["role:moderators"] } });
  await update({ enable_read_receipts: false, digest_weekday: 3, default_code_block_language: "rust" });
  await update({ message_retention_days: 100 });
  await walk.does(adam, api.settings.updateUserDefaults, { color_scheme: 3, enable_sounds: false });
  const pictured = await picture(64, 64);
  await walk.does(adam, realmPictures.setRealmIcon, {}, { file: pictured });
  await walk.does(adam, realmPictures.deleteRealmIcon, {});
  for (const night of [false, true]) {
    await walk.does(adam, realmPictures.setRealmLogo, { night }, { file: await picture(64, 64) });
    await walk.does(adam, realmPictures.deleteRealmLogo, { night });
  }
  await walk.does(olivia, domains.addDomain, { domain: "example.com", allow_subdomains: false });
  await walk.does(olivia, domains.changeDomain, { domain: "example.com", allow_subdomains: true });
  await update({ emails_restricted_to_domains: true });
  await walk.does(olivia, domains.removeDomain, { domain: "example.com" });
}

async function additions({ walk, adam, mel }: CatalogueWorld): Promise<void> {
  await walk.does(mel, customEmoji.addCustomEmoji, { emoji_name: "blue_teapot" }, { file: await picture(64, 64) });
  const message_id = await walk.happens("sendMessage", mel, () => mel.sends("#open > plans", ":blue_teapot:"));
  await walk.does(mel, api.reactions.addReaction, { message_id, emoji_name: "blue_teapot" });
  await walk.does(mel, customEmoji.deactivateCustomEmoji, { emoji_name: "blue_teapot" });
  const rule = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
  const { id: filter_id } = await walk.does(adam, linkifiers.addLinkifier, rule);
  const { id: second } = await walk.does(adam, linkifiers.addLinkifier, { ...rule, pattern: "!(?P<id>[0-9]+)" });
  await walk.does(adam, linkifiers.updateLinkifier, { filter_id, ...rule, url_template: "https://example.org/{id}" });
  await walk.does(adam, linkifiers.reorderLinkifiers, { ordered_linkifier_ids: [second, filter_id] });
  await walk.does(adam, linkifiers.removeLinkifier, { filter_id });
  const { id: playground_id } = await walk.does(adam, playgrounds.addPlayground, {
    name: "Rust",
    pygments_language: "Rust",
    url_template: "https://example.com/?code={code}",
  });
  await walk.does(adam, playgrounds.removePlayground, { playground_id });
}

async function files({ walk, acme, adam, olivia }: CatalogueWorld): Promise<void> {
  const { id: export_id } = await walk.does(adam, api.exports.exportRealm, {});
  await walk.does(adam, api.exports.deleteRealmExport, { export_id });
  const archive = new Uint8Array(largeSlackArchive({ messages: 10 }));
  const uploads = async () => {
    const file = asFile(archive, "acme.zip", "application/zip");
    return (await walk.does(olivia, api.imports.uploadImport, {}, { file })).import.id;
  };
  await walk.does(olivia, api.imports.cancelImport, { import_id: await uploads() });
  // What an import takes ends all queues: nobody would listen any more.
  const import_id = await uploads();
  const { storage } = acme.server.app;
  for await (const { key } of storage.list("imports/")) await storage.remove([key]);
  await walk.does(olivia, api.imports.getImport, { import_id });
  await walk.does(olivia, api.imports.startImport, { import_id });
}

/** Nobody hears of holds, nor of what people do with their own data. */
async function holds({ walk, olivia, mel, open }: CatalogueWorld): Promise<void> {
  const reason = "a case";
  for (const held of [{ user_id: mel.id }, { channel_id: open }]) {
    const { id: hold_id } = await walk.does(olivia, api.legalHolds.placeLegalHold, { ...held, reason });
    await walk.does(olivia, api.legalHolds.liftLegalHold, { hold_id });
  }
  await walk.does(mel, api.ownExports.exportOwnData, {});
}

async function erasures({ walk, acme, adam, olivia }: CatalogueWorld): Promise<void> {
  const joins = (name: string) => walk.happens("createUser", adam, () => acme.member(name));
  const [nia, noa] = [await joins("Nia"), await joins("Noa")];
  const [owners, own] = [await signedIn(acme, olivia), await signedIn(acme, noa)];
  await walk.happens("confirmIdentity", olivia, () => confirms(owners));
  const succeeds = async (erasing: Promise<{ status: number }>) => assert.equal((await erasing).status, 200);
  await walk.happens("eraseUser", olivia, () => succeeds(erases(owners, nia.id)));
  await walk.happens("eraseOwnUser", noa, () => succeeds(erases(own, "me")));
}

/** Those who listen are told that the server was away, and then that there is nothing more to hear. */
export async function ending({ walk, acme, olivia }: CatalogueWorld): Promise<void> {
  await acme.alter((tx) =>
    tx.updateTable("realm_position").set({ served_by: "older" }).where("realm_id", "=", acme.realm.id).execute(),
  );
  await walk.happens("another version starts", olivia, () => acme.server.restart());
  const last = await walk.lastWords("deactivateRealm", () => olivia.call(realms.deactivateRealm, {}));
  await walk.readAudit("deactivateRealm");
  assert.deepEqual(
    last.map((events) => events.map(({ type, op }) => `${type} ${op}`)),
    walk.watchers.map(() => ["realm deactivated"]),
  );
}
