/** The data of the neighbours: a little of everything that an organization can have. */
import * as api from "../../src/contract.ts";
import { Device } from "../../src/people/second-factors/test-device.ts";
import { addsPasskey, withAuthenticator } from "../../src/people/second-factors/testing.ts";
import type { Organization } from "../organization.ts";
import type { Person } from "../person.ts";

/** No test advances time this far. */
const FAR_AWAY_SECONDS = 10 * 365 * 24 * 3600;

export async function settleIn(neighbours: Organization): Promise<void> {
  const { owner: nora } = neighbours;
  const [nick, nell] = [await neighbours.member("Nick"), await neighbours.moderator("Nell")];
  const [nino, nerd] = [await neighbours.guest("Nino"), await neighbours.bot("Nerd", nick)];
  const garden = await neighbours.channel("garden", [nick, nora, nell, nino, nerd]);
  await neighbours.channel("cellar", [nick, nell], { invite_only: true, history_public_to_subscribers: false });
  await organize(nora, nick, garden);
  await talk(neighbours, { nick, nell, nino });
  await keepToThemselves(neighbours, { nick, nell, garden });
  await nerd.call(api.botStorage.updateBotStorage, { storage: { key: "value" } });
  await neighbours.alter((tx) => tx.insertInto("webhook_delivery").values(deliveryTo(neighbours, nerd)).execute());
  await declareCommand(neighbours, nick, nerd);
  await neighbours.alter((tx) =>
    tx
      .insertInto("feed")
      .values(pausedFeed(neighbours, nerd, garden))
      .execute(),
  );
  await secureAccount(neighbours, nell);
  await nora.call(api.legalHolds.placeLegalHold, { user_id: nell.id, reason: "a case of its own" });
  await comeOver(neighbours, garden);
}

/** A request that is not old whatever a test does. */
const deliveryTo = ({ clock }: Organization, { id: user_id }: Person) => ({
  user_id,
  integration: "json",
  event: "message",
  received_at: Math.floor(clock.now() / 1000) + FAR_AWAY_SECONDS,
  outcome: "ignored" as const,
  message_id: null,
  code: null,
  reason: null,
});

/** A command, and a call of it that is not old whatever a test does. Its bot is of another type: nothing is called. */
async function declareCommand(neighbours: Organization, nick: Person, { id: bot_id }: Person): Promise<void> {
  const command = { realm_id: neighbours.realm.id, bot_id, name: "water", description: "", hint: "" };
  const call = { bot_id, user_id: nick.id, command: "water", arguments: "", argument_values: "{}" };
  const place = { channel_id: null, topic: null, user_ids: "[]", answer_message_id: null };
  const expires_at = Math.floor(neighbours.clock.now() / 1000) + FAR_AWAY_SECONDS;
  await neighbours.alter(async (tx) => {
    await tx
      .insertInto("bot_command")
      .values({ ...command, arguments: "[]" })
      .execute();
    await tx
      .insertInto("bot_command_call")
      .values({ ...call, ...place, expires_at })
      .execute();
  });
}

/** Nobody fetches it. */
const pausedFeed = ({ realm, server }: Organization, { id: user_id }: Person, channel_id: number) => ({
  realm_id: realm.id,
  user_id,
  channel_id,
  kind: "news" as const,
  address_encrypted: server.app.secrets.encrypt("https://roses.example.com/feed.xml"),
  topic: "roses",
  filter_words: "[]",
  is_paused: true,
  added_at: 0,
  title: "Roses",
  entry_count: 0,
  failures: 0,
  next_fetch_at: 0,
});

/** As an import leaves it: that needs an archive. */
async function comeOver(neighbours: Organization, garden: number): Promise<void> {
  const realm_id = neighbours.realm.id;
  const nadia = await neighbours.member("Nadia");
  await neighbours.deactivate(nadia);
  await neighbours.alter(async (tx) => {
    await tx.insertInto("unclaimed_account").values({ realm_id, user_id: nadia.id }).execute();
    const item = { realm_id, origin: "slack", source_id: "C1", local_id: garden };
    await tx
      .insertInto("imported_item")
      .values({ ...item, kind: "channel" })
      .execute();
    const archive = { realm_id, origin: "slack", fingerprint: "0", begun_at: 0, finished_at: 0, keeps_ids: false };
    await tx
      .insertInto("imported_archive")
      .values({ ...archive, taken: 0, tally: "{}" })
      .execute();
    const uploaded = { realm_id, acting_user_id: nadia.id, file_name: "garden.zip", size: 1, path: "garden" };
    const over = { state: "finished" as const, done: 0, attempts: 1, uploaded_at: 0, ended_at: 0, touched_at: 0 };
    await tx
      .insertInto("realm_import")
      .values({ ...uploaded, ...over })
      .execute();
  });
}

async function organize(nora: Person, nick: Person, garden: number): Promise<void> {
  const group = (name: string, members: number[], subgroups: number[]) =>
    nora.call(api.groups.createUserGroup, { name, description: "", members, subgroups });
  const { group_id } = await group("gardeners", [nick.id], []);
  await group("everyone outside", [nora.id], [group_id]);
  const { channel_folder_id } = await nora.call(api.channelFolders.createFolder, { name: "Outside" });
  await nora.call(api.channelUpdates.updateChannel, { stream_id: garden, folder_id: channel_folder_id });
  const stream_names = ["garden"];
  await nora.call(api.defaultChannels.createDefaultGroup, { group_name: "Start", description: "", stream_names });
  await nora.call(api.domains.addDomain, { domain: "example.com", allow_subdomains: false });
  await nora.call(api.linkifiers.addLinkifier, {
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://neighbours.example/{id}",
  });
  await nora.call(api.playgrounds.addPlayground, {
    name: "Try it",
    pygments_language: "Python",
    url_template: "https://neighbours.example/{code}",
  });
  const { id } = await nora.call(api.profileFields.createProfileField, { name: "Phone", field_type: 1 });
  await nick.call(api.profileFields.updateOwnProfile, { data: [{ id, value: "123" }] });
}

async function talk(
  { owner: nora }: Organization,
  { nick, nell, nino }: Readonly<Record<"nick" | "nell" | "nino", Person>>,
): Promise<void> {
  const message_id = await nick.sends("#garden > roses", "They bloom, @**Nell**");
  await nell.sends("#garden > roses", "At last");
  await nora.sends("#garden > trees", "And these?");
  await nora.sends("#garden > trees", "/poll Which first?\n- oak\n- elm");
  await nick.sends("#cellar > wine", "Our secret");
  await nick.writes(nell, "between us");
  await nell.writes([nick, nino], "the three of us");
  await nell.call(api.reactions.addReaction, { message_id, emoji_name: "tada" });
  await nick.call(api.messageEditing.editMessage, { message_id, content: "They all bloom, @**Nell**" });
  await nell.call(api.readState.updateMessageFlags, { messages: [message_id], op: "add", flag: "starred" });
  await nora.call(api.readState.markAllAsRead, {});
  await nora.call(api.readState.updateMessageFlags, { messages: [message_id], op: "remove", flag: "read" });
}

async function keepToThemselves(
  { clock }: Organization,
  { nick, nell, garden }: { nick: Person; nell: Person; garden: number },
): Promise<void> {
  const later = Math.floor(clock.now() / 1000) + FAR_AWAY_SECONDS;
  await nick.call(api.drafts.createDrafts, {
    drafts: [{ type: "stream", to: [garden], topic: "roses", content: "not yet" }],
  });
  await nick.call(api.savedSnippets.createSavedSnippet, { title: "Hello", content: "Good morning" });
  await nick.call(api.navigationViews.addNavigationView, { fragment: "inbox", is_pinned: true });
  await nick.call(api.userTopics.setTopicVisibility, { stream_id: garden, topic: "trees", visibility_policy: 1 });
  await nick.call(api.alertWords.addAlertWords, { alert_words: ["roses"] });
  await nick.call(api.mutedUsers.muteUser, { muted_user_id: nell.id });
  await nick.call(api.userStatus.updateOwnStatus, { status_text: "outside" });
  await nick.call(api.onboarding.markOnboardingStep, { onboarding_step: "intro_inbox_view_modal" });
  await nick.call(api.settings.updateSettings, { enable_sounds: false });
  await nick.call(api.scheduledMessages.createScheduledMessage, {
    type: "channel",
    to: garden,
    topic: "roses",
    content: "next year",
    scheduled_delivery_timestamp: later,
  });
  const { messages } = await nick.call(api.messages.getMessages, { anchor: "newest", num_before: 1, num_after: 0 });
  await nick.call(api.reminders.createReminder, {
    message_id: messages[0]?.id as number,
    scheduled_delivery_timestamp: later,
  });
}

/** Last, because it replaces the API key. Sessions would expire when a test lets time pass. */
async function secureAccount(neighbours: Organization, nell: Person): Promise<void> {
  const { browser } = await withAuthenticator(neighbours, nell);
  await addsPasskey(browser, new Device(neighbours.realm));
  await neighbours.alter((tx) => tx.deleteFrom("spent_value").execute());
  // Nobody signs in with a provider here: that would take one.
  await neighbours.alter((tx) =>
    tx
      .insertInto("provider_identity")
      .values({
        realm_id: neighbours.realm.id,
        user_id: nell.id,
        issuer: "https://id.example.com",
        subject: "nell",
        has_second_factor: false,
        linked_at: 0,
      })
      .execute(),
  );
  await browser.asks("POST //accounts/logout/", { csrfmiddlewaretoken: browser.csrfToken });
}
