import assert from "node:assert/strict";
import { serverFor, test } from "../../test/index.ts";
import { createOrganization } from "./create.ts";

let made = 0;

async function settingsOf(t: Parameters<typeof serverFor>[0], type?: "business" | "education" | "research") {
  const { app } = await serverFor(t);
  const { realm } = await createOrganization(app, {
    name: "Acme",
    stringId: `kind${++made}-${type ?? "none"}`,
    ...(type ? { type } : {}),
    owner: { email: "olivia@example.com", fullName: "Olivia", password: null },
  });
  const stored = await app.identities.realmById(app.database.reader, realm.id);
  const nameOf = (group: number) => Object.entries(stored.systemGroups).find(([, id]) => id === group)?.[0];
  const { settings, userDefaults } = stored;
  return {
    org_type: settings.org_type,
    addresses: userDefaults.email_address_visibility,
    subscribing: nameOf(settings.can_add_subscribers_group),
    groups: nameOf(settings.can_create_groups),
    channels: nameOf(settings.can_create_public_channel_group),
    privateChannels: nameOf(settings.can_create_private_channel_group),
    inviting: nameOf(settings.can_invite_users_group),
    moving: nameOf(settings.can_move_messages_between_channels_group),
  };
}

const members = "role:members";
const ordinary = {
  subscribing: members,
  groups: members,
  channels: members,
  privateChannels: members,
  inviting: members,
  moving: members,
};

test("the initial settings depend on the organization type (org_type)", async (t) => {
  assert.deepEqual(await settingsOf(t), { org_type: 0, addresses: 3, ...ordinary });
  assert.deepEqual(await settingsOf(t, "research"), { org_type: 40, addresses: 3, ...ordinary });
  assert.deepEqual(await settingsOf(t, "business"), { org_type: 10, addresses: 1, ...ordinary });
  assert.deepEqual(await settingsOf(t, "education"), {
    org_type: 35,
    addresses: 5,
    subscribing: "role:moderators",
    groups: "role:moderators",
    channels: "role:administrators",
    privateChannels: members,
    inviting: "role:administrators",
    moving: "role:moderators",
  });
});
