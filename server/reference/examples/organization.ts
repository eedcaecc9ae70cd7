import { picture } from "../../src/messages/uploads/testing.ts";
import { deactivateRealm, getServerSettings, updateRealm } from "../../src/organization/realms/contract.ts";
import * as pictures from "../../src/organization/realms/pictures/contract.ts";
import type { Story } from "../scene.ts";

export const organizationExamples: Story = async ({ shows, olivia, ada, chiara }) => {
  await shows(getServerSettings, undefined, {});
  await shows(updateRealm, olivia, { description: "Books about the sea.", waiting_period_threshold: 3 });
  await shows(pictures.getRealmIcon, chiara, {});
  await shows(pictures.setRealmIcon, ada, {}, { file: await picture(256, 256) });
  await shows(pictures.deleteRealmIcon, ada, {});
  await shows(pictures.getRealmLogo, chiara, { night: true });
  await shows(pictures.setRealmLogo, ada, { night: false }, { file: await picture(400, 100) });
  await shows(pictures.deleteRealmLogo, ada, { night: false });
  await shows(deactivateRealm, olivia, { deletion_delay_days: 30 });
};
