import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { unsubscribe, updateSubscription, updateSubscriptionSettings } from "./contract.ts";

test("a subscriber's own settings change only for them; muting has two names", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await ben.watches();
  const update = { type: "subscription", op: "update", stream_id };
  const during = (property: string, value: boolean | string) =>
    ada.eventsDuring(() => ada.call(updateSubscription, { stream_id, property, value }));
  assert.deepEqual(await during("color", "#ABCDEF"), [{ ...update, property: "color", value: "#abcdef" }]);
  assert.deepEqual(await during("pin_to_top", true), [{ ...update, property: "pin_to_top", value: true }]);
  for (const name of ["desktop", "audible", "push", "email"])
    assert.deepEqual(await during(`${name}_notifications`, false), [
      { ...update, property: `${name}_notifications`, value: false },
    ]);
  assert.equal((await during("wildcard_mentions_notify", true)).length, 1);
  const muted = [
    { ...update, property: "in_home_view", value: false },
    { ...update, property: "is_muted", value: true },
  ];
  assert.deepEqual(await during("is_muted", true), muted);
  await during("in_home_view", true);
  assert.deepEqual(await during("in_home_view", false), muted);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("several settings are changed at once: all or none", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const secret = await acme.channel("secret", [acme.owner], { invite_only: true });
  const heard = await ada.eventsDuring(() =>
    ada.call(updateSubscriptionSettings, {
      subscription_data: [
        { stream_id, property: "color", value: "#fff" },
        { stream_id, property: "pin_to_top", value: true },
      ],
    }),
  );
  assert.equal(heard.length, 2);
  const ask = async (property: string, value: unknown, id = stream_id) => {
    const pinned = { stream_id, property: "pin_to_top", value: false };
    const subscription_data = JSON.stringify([pinned, { stream_id: id, property, value }]);
    return (await ada.asks("POST", "/users/me/subscriptions/properties", { subscription_data })).msg;
  };
  const refused = await ada.eventsDuring(async () => {
    assert.equal(await ask("mood", true), "Unknown subscription property: mood");
    assert.equal(await ask("pin_to_top", "yes"), "pin_to_top is not a boolean");
    assert.equal(await ask("color", true), "color is not a string");
    assert.match(await ask("color", "blue"), /is not a valid hex color code/);
    assert.equal(await ask("pin_to_top", true, secret), "Invalid channel ID");
    assert.equal(await ask("pin_to_top", true, 999_999), "Invalid channel ID");
  });
  assert.deepEqual(refused, []);
  await ada.call(unsubscribe, { subscriptions: ["design"] });
  const path = `/users/me/subscriptions/${stream_id}`;
  const answer = await ada.asks("PATCH", path, { property: "color", value: "#fff" });
  assert.equal(answer.msg, `Not subscribed to channel ID ${stream_id}`);
});
