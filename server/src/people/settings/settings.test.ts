import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { org, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { Role } from "../../kernel/access/roles.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { NOTIFICATION_SOUNDS } from "../../organization/settings/user-settings.ts";
import { getUsers } from "../users/contract.ts";
import { updateDisplaySettings, updateNotificationSettings, updateSettings } from "./contract.ts";

test("a changed setting is announced only to its user, and only if the value differs", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.catchesUp();
  const heard = await ada.eventsDuring(() => ada.call(updateSettings, { enter_sends: false, color_scheme: 1 }));
  assert.deepEqual(heard, [{ type: "user_settings", op: "update", property: "enter_sends", value: false }]);
  assert.deepEqual(await ada.eventsDuring(() => ada.call(updateSettings, { enter_sends: false })), []);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("the operation's older paths do the same", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const heard = await ada.eventsDuring(async () => {
    await ada.call(updateDisplaySettings, { enable_sounds: false });
    await ada.call(updateNotificationSettings, { full_name: "Adele" });
  });
  assert.deepEqual(heard, [
    { type: "user_settings", op: "update", property: "enable_sounds", value: false },
    { type: "realm_user", op: "update", person: { user_id: ada.id, full_name: "Adele" } },
  ]);
});

test("only human administrators are notified of consent to data export", async (t) => {
  const acme = await org(t);
  const [ada, max, ann] = [await acme.member("Ada"), await acme.moderator("Max"), await acme.administrator("Ann")];
  const bot = await acme.person("Robin", Role.administrator, { bot_type: 1, bot_owner_id: ann.id });
  for (const person of [acme.owner, max, bot, ann]) await person.catchesUp();
  await ada.call(updateSettings, { allow_private_data_export: true });
  const event = { type: "realm_export_consent", user_id: ada.id, consented: true };
  assert.deepEqual([await acme.owner.catchesUp(), await ann.catchesUp()], [[event], [event]]);
  assert.deepEqual([await max.catchesUp(), await bot.catchesUp()], [[], []]);
});

test("bots cannot change settings", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  await assert.rejects(bot.call(updateSettings, { enter_sends: true }), {
    message: "This endpoint does not accept bot requests.",
  });
});

test("an invalid value is rejected, and nothing changes", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const cases: [Record<string, string>, string][] = [
    [{ color_scheme: "9" }, "Invalid color_scheme: Value error, Not in the list of possible values"],
    [{ enter_sends: "maybe" }, "enter_sends is not valid JSON"],
    [{ twenty_four_hour_time: "1" }, "twenty_four_hour_time is not a boolean"],
    [{ web_home_view: "garden" }, "Invalid web_home_view: Value error, Not in the list of possible values"],
    [{ emojiset: "clay" }, "Invalid emojiset: Value error, Not in the list of possible values"],
    [
      { web_animate_image_previews: "twice" },
      "Invalid web_animate_image_previews: Value error, Not in the list of possible values",
    ],
    // An enumeration, in the reference too.
    [{ resolved_topic_notice_auto_read_policy: "no" }, "Invalid resolved_topic_notice_auto_read_policy"],
    [{ timezone: "" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [{ timezone: "Mars/Base" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [{ timezone: "+01:00" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [{ default_language: "xx-klingon-1" }, "Invalid default_language"],
    [{ notification_sound: "gong" }, "Invalid notification sound 'gong'"],
    [{ email_notifications_batching_period_seconds: "0" }, "Invalid email batching period: 0 seconds"],
    [{ email_notifications_batching_period_seconds: "604801" }, "Invalid email batching period: 604801 seconds"],
  ];
  const heard = await ada.eventsDuring(async () => {
    for (const [params, msg] of cases)
      assert.equal((await ada.asks("PATCH", "/settings", { high_contrast_mode: "true", ...params })).msg, msg);
  });
  assert.deepEqual(heard, []);
});

test("clients that do not support user_settings get the older events too", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { queue_id, last_event_id } = await ada.call(registration.register, {});
  await ada.call(updateSettings, { default_language: "de", enable_sounds: false, send_read_receipts: false });
  const { events } = await ada.call(registration.getEvents, {
    queue_id: queue_id as string,
    last_event_id: last_event_id as number,
    dont_block: true,
  });
  const user = `user${ada.id}@${acme.realm.host}`;
  assert.deepEqual(
    events.map(({ id: _, ...event }) => event),
    [
      { type: "user_settings", op: "update", property: "default_language", value: "de", language_name: "German" },
      {
        type: "update_display_settings",
        user,
        setting_name: "default_language",
        setting: "de",
        language_name: "German",
      },
      { type: "user_settings", op: "update", property: "enable_sounds", value: false },
      { type: "update_global_notifications", user, notification_name: "enable_sounds", setting: false },
      { type: "user_settings", op: "update", property: "send_read_receipts", value: false },
    ],
  );
});

test("older clients read display and notification settings at the top level, newer ones do not", async (t) => {
  const acme = await org(t);
  const older: Record<string, unknown> = await acme.owner.call(registration.register, {});
  assert.equal(older.twenty_four_hour_time, false);
  assert.equal(older.timezone, "");
  assert.equal(older.enable_sounds, true);
  assert.deepEqual(older.available_notification_sounds, NOTIFICATION_SOUNDS);
  assert.ok(Array.isArray(older.emojiset_choices));
  assert.ok(!("send_read_receipts" in older));
  const display: Record<string, unknown> = await acme.owner.call(registration.register, {
    fetch_event_types: ["update_display_settings"],
  });
  assert.ok("color_scheme" in display && !("enable_sounds" in display) && !("user_settings" in display));
  const newer: Record<string, unknown> = await acme.owner.call(registration.register, {
    client_capabilities: CAPABILITIES,
  });
  assert.ok(!("twenty_four_hour_time" in newer) && !("enable_sounds" in newer) && "user_settings" in newer);
});

test("everyone is notified of a user's time zone, in its canonical spelling", async (t) => {
  const acme = await org(t);
  const [ada, guest] = [await acme.member("Ada"), await acme.guest("Gil")];
  const heard = await guest.eventsDuring(() => ada.call(updateSettings, { timezone: "europe/berlin" }));
  const person = { user_id: ada.id, email: `user${ada.id}@${acme.realm.host}`, timezone: "Europe/Berlin" };
  assert.deepEqual(heard, [{ type: "realm_user", op: "update", person }]);
});

test("only users who gain or lose access to an address are notified", async (t) => {
  const acme = await org(t);
  const [admin, moderator, ada] = [
    await acme.administrator("Ann"),
    await acme.moderator("Max"),
    await acme.member("Ada"),
  ];
  const guest = await acme.guest("Gil");
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  for (const person of [admin, moderator, guest, ada]) await person.catchesUp();
  const update = (delivery_email: string | null) => [
    { type: "realm_user", op: "update", person: { user_id: ada.id, delivery_email } },
  ];
  await ada.call(updateSettings, { email_address_visibility: 5 });
  assert.deepEqual(await moderator.catchesUp(), update(ada.email));
  assert.deepEqual([await admin.catchesUp(), await guest.catchesUp()], [[], []]);
  await ada.call(updateSettings, { email_address_visibility: 4 });
  assert.deepEqual([await admin.catchesUp(), await moderator.catchesUp()], [update(null), update(null)]);
  assert.deepEqual(await guest.catchesUp(), []);
  await ada.call(updateSettings, { email_address_visibility: 1 });
  const heard = (await guest.catchesUp()).map((event) => Object.keys(event.person as object).sort());
  assert.deepEqual(heard, [
    ["delivery_email", "user_id"],
    ["avatar_source", "avatar_url", "avatar_url_medium", "avatar_version", "user_id"],
    ["new_email", "user_id"],
  ]);
  const { members } = await guest.call(getUsers, { user_ids: [ada.id] });
  assert.deepEqual([members[0]?.email, members[0]?.delivery_email], [ada.email, ada.email]);
});

test("people can rename themselves within the rules for names, and everyone is notified", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada King"), await acme.member("Ben")];
  const heard = await ben.eventsDuring(() => ada.call(updateSettings, { full_name: "  Augusta Ada King " }));
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: ada.id, full_name: "Augusta Ada King" } },
  ]);
  await assert.rejects(ada.call(updateSettings, { full_name: "A" }), { message: "Name too short!" });
  await acme.owner.call(updateRealm, { require_unique_names: true });
  await assert.rejects(ada.call(updateSettings, { full_name: "ＢＥＮ" }), {
    message: "Unique names required in this organization.",
  });
  await ada.call(updateSettings, { full_name: "augusta ada king" });
});

test("if name changes are disabled, a new name is silently ignored, except for administrators", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(updateRealm, { name_changes_disabled: true });
  const heard = await ada.eventsDuring(() => ada.call(updateSettings, { full_name: "*", enter_sends: false }));
  assert.deepEqual(
    heard.map((event) => event.type),
    ["user_settings"],
  );
  await acme.owner.call(updateSettings, { full_name: "Olive" });
  const { members } = await ada.call(getUsers, { user_ids: [acme.owner.id] });
  assert.equal(members[0]?.full_name, "Olive");
});

test("every setting but the time zone has a default for new users", async (t) => {
  const acme = await org(t);
  const { realm_user_settings_defaults: defaults, user_settings: own } = await acme.owner.call(
    registration.register,
    {},
  );
  const { timezone: _, ...others } = own as Record<string, unknown>;
  assert.deepEqual(Object.keys(defaults as object).sort(), Object.keys(others).sort());
});

/** The sounds of the reference; the built-in one under both of its names. */
const SOUNDS_OF_THE_REFERENCE = [
  ...["ascend", "beep_boop", "bink", "bright", "brlip", "chime", "deep tom", "ding", "double tap", "down"],
  ...["dry bongos", "dutdut", "fast ascend", "flute", "friendly", "kick roll", "loud tintong", "metallic snare"],
  ...["pan", "shaker", "simple", "stairs", "subtle", "swish", "tintong", "up", "wood block", "zaping", "zing"],
  ...["zulip", "chat"],
];

test("every sound of the reference can be chosen by its name", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { user_settings } = await ada.call(registration.register, { fetch_event_types: ["user_settings"] });
  const offered = user_settings?.available_notification_sounds ?? [];
  assert.deepEqual(
    SOUNDS_OF_THE_REFERENCE.filter((name) => !offered.includes(name)),
    [],
  );
  assert.deepEqual(offered, offered.toSorted());
  for (const notification_sound of [...offered, "none"]) {
    assert.equal((await ada.asks("PATCH", "/settings", { notification_sound })).msg, "");
    const own = await ada.call(registration.register, { fetch_event_types: ["user_settings"] });
    assert.equal(own.user_settings?.notification_sound, notification_sound);
  }
});
