/** Personal data, personal preferences, and what others see of them. */
import * as api from "../../../src/contract.ts";
import { Browser, type Receiver } from "../../../src/delivery/push/testing.ts";
import { picture } from "../../../src/messages/uploads/testing.ts";
import type { CatalogueWorld } from "../world.ts";

export async function personalChapter(world: CatalogueWorld, gateway: Receiver): Promise<void> {
  await notes(world);
  await waiting(world);
  await preferences(world);
  await settings(world);
  await appearance(world);
  await devices(world, gateway);
}

async function notes({ walk, mel, open, gus }: CatalogueWorld): Promise<void> {
  const draft = { type: "stream" as const, to: [open], topic: "plans", content: "not yet" };
  const { ids } = await walk.does(mel, api.drafts.createDrafts, { drafts: [draft, { ...draft, topic: "" }] });
  const draft_id = ids[0] as number;
  await walk.does(mel, api.drafts.editDraft, { draft_id, draft: { ...draft, content: "nearly" } });
  await walk.does(mel, api.drafts.deleteDraft, { draft_id });
  const { saved_snippet_id } = await walk.does(gus, api.savedSnippets.createSavedSnippet, { title: "T", content: "C" });
  await walk.does(gus, api.savedSnippets.editSavedSnippet, { saved_snippet_id, title: "U" });
  await walk.does(gus, api.savedSnippets.deleteSavedSnippet, { saved_snippet_id });
  for (const [fragment, name] of [["inbox"], ["narrow/is/alerted", "Alerts"]] as const) {
    await walk.does(mel, api.navigationViews.addNavigationView, { fragment, is_pinned: true, name });
    await walk.does(mel, api.navigationViews.editNavigationView, { fragment, is_pinned: false });
    await walk.does(mel, api.navigationViews.removeNavigationView, { fragment });
  }
}

async function waiting({ walk, acme, mel, mona, open }: CatalogueWorld): Promise<void> {
  const inMinutes = (minutes: number) => Math.floor(acme.clock.now() / 1000) + 60 * minutes;
  const schedules = (minutes: number, to: object) =>
    walk.does(mel, api.scheduledMessages.createScheduledMessage, {
      content: "later",
      scheduled_delivery_timestamp: inMinutes(minutes),
      ...(to as { type: "channel"; to: number; topic: string }),
    });
  const { scheduled_message_id } = await schedules(9, { type: "direct", to: [mona.id] });
  await walk.does(mel, api.scheduledMessages.updateScheduledMessage, { scheduled_message_id, content: "much later" });
  await walk.does(mel, api.scheduledMessages.deleteScheduledMessage, { scheduled_message_id });
  await schedules(10, { type: "channel", to: open, topic: "plans" });
  const message_id = await walk.happens("sendMessage", mel, () => mel.sends("#open > plans", "remember"));
  const reminds = (minutes: number) =>
    walk.does(mel, api.reminders.createReminder, {
      message_id,
      scheduled_delivery_timestamp: inMinutes(minutes),
      note: "now",
    });
  const { reminder_id } = await reminds(8);
  await reminds(11);
  await walk.does(mel, api.reminders.deleteReminder, { reminder_id });
  await walk.happens("time passes", mel, () => acme.clock.advance({ minutes: 15 }));
}

async function preferences({ walk, mel, mona, gus, open }: CatalogueWorld): Promise<void> {
  await walk.does(gus, api.alertWords.addAlertWords, { alert_words: ["tea"] });
  await walk.happens("sendMessage", mel, () => mel.sends("#open > plans", "tea at five"));
  await walk.does(gus, api.alertWords.removeAlertWords, { alert_words: ["tea"] });
  for (const visibility_policy of [1, 3, 2, 0] as const)
    await walk.does(gus, api.userTopics.setTopicVisibility, { stream_id: open, topic: "", visibility_policy });
  for (const op of ["add", "remove"] as const)
    await walk.does(mona, api.userTopics.muteTopic, { stream_id: open, topic: "lunch", op });
  await walk.happens("sendMessage", mel, () => mel.writes(mona, "unread"));
  await walk.does(mona, api.mutedUsers.muteUser, { muted_user_id: mel.id });
  await walk.happens("sendMessage", mel, () => mel.writes(mona, "muted"));
  await walk.does(mona, api.mutedUsers.unmuteUser, { muted_user_id: mel.id });
  await walk.does(gus, api.onboarding.markOnboardingStep, { onboarding_step: "intro_inbox_view_modal" });
  // From now on taking part in a topic means to follow it.
  await walk.does(mona, api.settings.updateSettings, { automatically_follow_topics_policy: 1 });
  await walk.happens("sendMessage", mona, () => mona.sends("#open > followed", "here"));
  const message_id = await walk.happens("sendMessage", mel, () => mel.sends("#open > joined", "come"));
  await walk.does(mona, api.reactions.addReaction, { message_id, emoji_name: "tada" });
}

async function settings({ walk, mel, gus, rita, mona }: CatalogueWorld): Promise<void> {
  await walk.does(mel, api.settings.updateSettings, { color_scheme: 2, enable_sounds: false, default_language: "de" });
  await walk.does(mel, api.settings.updateDisplaySettings, { twenty_four_hour_time: true });
  await walk.does(mel, api.settings.updateNotificationSettings, { enable_desktop_notifications: false });
  for (const command of ["/ping", "/light", "/fluid-width"]) await walk.does(mel, api.settings.runCommand, { command });
  await walk.does(mel, api.settings.updateSettings, { full_name: "Melanie", timezone: "Asia/Tokyo" });
  for (const email_address_visibility of [3, 4, 1] as const)
    await walk.does(mel, api.settings.updateSettings, { email_address_visibility });
  await walk.does(gus, api.settings.updateSettings, { email_address_visibility: 4 });
  await walk.does(rita, api.settings.updateSettings, { full_name: "Rita R.", email_address_visibility: 1 });
  await walk.does(mel, api.settings.updateSettings, { presence_enabled: false, allow_private_data_export: true });
  await walk.does(mel, api.settings.updateSettings, { presence_enabled: true, enable_drafts_synchronization: false });
  await walk.does(mona, api.settings.updateSettings, { receives_typing_notifications: true });
}

async function appearance({ walk, acme, mel, gus, rita, adam }: CatalogueWorld): Promise<void> {
  await walk.does(mel, api.userStatus.updateOwnStatus, { status_text: "at lunch", emoji_name: "car" });
  await walk.does(mel, api.userStatus.updateOwnStatus, { away: true });
  await walk.does(mel, api.userStatus.updateOwnStatus, { away: false, status_text: "", emoji_name: "" });
  await walk.does(rita, api.userStatus.updateOwnStatus, { status_text: "new here" });
  await walk.does(adam, api.userStatus.updateUserStatus, { user_id: gus.id, status_text: "on leave" });
  for (const person of [mel, rita]) {
    await walk.does(person, api.avatars.setAvatar, {}, { file: await picture(40, 40) });
    await walk.does(person, api.avatars.deleteAvatar, {});
  }
  for (const person of [mel, rita]) {
    await acme.clock.advance({ minutes: 5 });
    await walk.does(person, api.presence.updatePresence, { status: "active", new_user_input: true });
  }
}

async function devices({ walk, mel }: CatalogueWorld, gateway: Receiver): Promise<void> {
  gateway.answers("/register", 200, { device_id: "gw-1" });
  const device = {
    token_kind: "fcm" as const,
    push_account_id: "42",
    push_public_key: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
    bouncer_public_key: "gateway's key",
    encrypted_push_registration: "sealed",
  };
  await walk.does(mel, api.push.registerPushDevice, device);
  await walk.does(mel, api.push.addApnsToken, { token: "c0ffee", appid: "org.example.chat" });
  await walk.does(mel, api.push.addFcmToken, { token: "c0ffee" });
  await walk.does(mel, api.push.testPush, {});
  await walk.does(mel, api.push.testEncryptedPush, {});
  await walk.does(mel, api.push.removeApnsToken, { token: "c0ffee" });
  await walk.does(mel, api.push.removeFcmToken, { token: "c0ffee" });
  const browser = new Browser(`${gateway.url}/web`);
  await walk.does(mel, api.webPush.subscribeToWebPush, browser.subscription);
  await walk.does(mel, api.webPush.testWebPush, {});
  await walk.does(mel, api.webPush.unsubscribeFromWebPush, { endpoint: browser.endpoint });
}
