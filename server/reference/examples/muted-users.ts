import { muteUser, unmuteUser } from "../../src/people/muted-users/contract.ts";
import type { Story } from "../scene.ts";

export const mutedUserExamples: Story = async ({ shows, ben, gus }) => {
  await shows(muteUser, ben, { muted_user_id: gus.id });
  await shows(unmuteUser, ben, { muted_user_id: gus.id });
};
