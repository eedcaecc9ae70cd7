import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { settingsWithDefault, userSettings } from "../../organization/settings/user-settings.ts";
import { updateUserDefaults } from "./contract.ts";

const settingsOf = async (person: Person) =>
  (await person.call(registration.register, { fetch_event_types: ["user_settings"] })).user_settings as Record<
    string,
    unknown
  >;

test("administrators choose the defaults for new users; existing users keep their settings", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  await ann.call(updateUserDefaults, { enter_sends: false, color_scheme: 2, email_address_visibility: 1 });
  const ben = await acme.member("Ben");
  const { enter_sends, color_scheme, email_address_visibility } = await settingsOf(ben);
  assert.deepEqual(
    { enter_sends, color_scheme, email_address_visibility },
    {
      enter_sends: false,
      color_scheme: 2,
      email_address_visibility: 1,
    },
  );
  assert.equal((await settingsOf(ada)).enter_sends, true);
});

test("Enter sends for new users, and the organization's defaults say so", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  assert.equal((await settingsOf(ada)).enter_sends, true);
  const { realm_user_settings_defaults: defaults } = await ada.call(registration.register, {
    fetch_event_types: ["realm_user_settings_defaults"],
  });
  assert.equal((defaults as Record<string, unknown>).enter_sends, true);
});

test("everyone is notified of each changed default, including guests", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gil");
  const change = () => acme.owner.call(updateUserDefaults, { twenty_four_hour_time: true, user_list_style: 3 });
  assert.deepEqual(await guest.eventsDuring(change), [
    { type: "realm_user_settings_defaults", op: "update", property: "twenty_four_hour_time", value: true },
  ]);
  assert.deepEqual(await guest.eventsDuring(change), []);
});

test("a default can be reset", async (t) => {
  const acme = await org(t);
  await acme.owner.watches();
  await acme.owner.call(updateUserDefaults, { enter_sends: false });
  assert.equal((await settingsOf(await acme.member("Ben"))).enter_sends, false);
  await acme.owner.call(updateUserDefaults, { enter_sends: true });
  assert.equal((await settingsOf(await acme.member("Ada"))).enter_sends, true);
});

test("only administrators can change defaults", async (t) => {
  const acme = await org(t);
  for (const person of [await acme.moderator("Max"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(person.call(updateUserDefaults, { enter_sends: true }), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
});

test("some settings are personal and have no default to choose", async (t) => {
  const acme = await org(t);
  const own = Object.keys(userSettings).filter((name) => !(name in settingsWithDefault));
  const params = Object.fromEntries(own.map((name) => [name, "true"]));
  const answer = await acme.owner.asks("PATCH", "/realm/user_settings_defaults", params);
  assert.deepEqual(answer.ignored_parameters_unsupported, [
    "allow_private_data_export",
    "default_language",
    "enable_login_emails",
    "enable_marketing_emails",
    "timezone",
  ]);
});

test("an invalid value is rejected, and nothing changes", async (t) => {
  const acme = await org(t);
  const cases: [Record<string, string>, string][] = [
    [{ notification_sound: "gong" }, "Invalid notification sound 'gong'"],
    [{ email_notifications_batching_period_seconds: "0" }, "Invalid email batching period: 0 seconds"],
    [{ color_scheme: "9" }, "Invalid color_scheme: Value error, Not in the list of possible values"],
    [{ enter_sends: "yes" }, "enter_sends is not valid JSON"],
  ];
  const heard = await acme.owner.eventsDuring(async () => {
    for (const [params, msg] of cases) {
      const request = { high_contrast_mode: "true", ...params };
      assert.equal((await acme.owner.asks("PATCH", "/realm/user_settings_defaults", request)).msg, msg);
    }
  });
  assert.deepEqual(heard, []);
});
