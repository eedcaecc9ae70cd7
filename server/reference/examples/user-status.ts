import * as userStatus from "../../src/people/user-status/contract.ts";
import type { Story } from "../scene.ts";

export const userStatusExamples: Story = async ({ shows, ada, ben, chiara, dev }) => {
  await shows(userStatus.updateOwnStatus, chiara, { status_text: "at the printer", emoji_name: "car" });
  await shows(userStatus.updateUserStatus, ada, { user_id: dev.id, status_text: "on parental leave" });
  await shows(userStatus.getUserStatus, ben, { user_id: chiara.id });
};
