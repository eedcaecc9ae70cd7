import { getRealmPresence, getUserPresence, updatePresence } from "../../src/people/presence/contract.ts";
import type { Story } from "../scene.ts";

export const presenceExamples: Story = async ({ shows, ben, chiara }) => {
  await shows(updatePresence, chiara, { status: "active", new_user_input: true, last_update_id: -1 });
  await shows(getUserPresence, ben, { user_id_or_email: String(chiara.id) });
  await shows(getRealmPresence, ben, {});
};
