import { picture } from "../../src/messages/uploads/testing.ts";
import { deleteAvatar, setAvatar } from "../../src/people/avatars/contract.ts";
import { fetchOwnApiKey } from "../../src/people/sign-in/contract.ts";
import * as users from "../../src/people/users/contract.ts";
import { Browser } from "../../test/browser.ts";
import { COMPANY_URL, PASSWORD } from "../company.ts";
import type { Story } from "../scene.ts";

export const userExamples: Story = async ({ shows, server, olivia, ada, ben, chiara, dev, gus }) => {
  await shows(users.fetchApiKey, undefined, { username: chiara.email, password: PASSWORD });
  const session = new Browser({ server, realm: { url: COMPANY_URL, host: new URL(COMPANY_URL).host } });
  await session.signsIn(chiara.email, PASSWORD);
  await shows(fetchOwnApiKey, chiara, { password: PASSWORD }, { session });
  await shows(users.getOwnUser, chiara, {});
  await shows(users.getUsers, chiara, { user_ids: [ada.id, gus.id] });
  await shows(users.getUser, chiara, { user_id: ben.id });
  await shows(users.getUserByEmail, ada, { email: dev.email });
  const newcomer = { email: "emi@example.com", password: "three paper cranes at dawn", full_name: "Emi Sato" };
  const { user_id } = await shows(users.createUser, olivia, newcomer);
  await shows(users.updateUser, ada, { user_id, full_name: "Emi Satō" });
  await shows(users.updateUserByEmail, olivia, { email: newcomer.email, role: 300 });
  await shows(users.deactivateUser, olivia, { user_id });
  await shows(users.reactivateUser, olivia, { user_id });
  await shows(setAvatar, chiara, {}, { file: await picture(64, 64) });
  await shows(deleteAvatar, chiara, {});
  await shows(users.regenerateApiKey, ben, {});
  await shows(users.deactivateOwnUser, dev, {});
};
