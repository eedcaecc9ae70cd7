import * as erasure from "../../src/erasure/contract.ts";
import * as legalHolds from "../../src/messages/legal-holds/contract.ts";
import { confirms } from "../../src/people/second-factors/testing.ts";
import { updateUser } from "../../src/people/users/contract.ts";
import { Browser } from "../../test/browser.ts";
import type { Person } from "../../test/person.ts";
import { COMPANY_URL, PASSWORD } from "../company.ts";
import type { ExampleScene, Story } from "../scene.ts";

async function signedIn({ server }: ExampleScene, person: Person) {
  const session = new Browser({ server, realm: { url: COMPANY_URL, host: new URL(COMPANY_URL).host } });
  await session.signsIn(person.email, PASSWORD);
  return { session, confirmation: await confirms(session, PASSWORD) };
}

export const erasureExamples: Story = async (scene) => {
  const { shows, olivia, ada, ben } = scene;
  const reason = "Case 2023-17";
  const { id: hold_id } = await shows(legalHolds.placeLegalHold, olivia, { user_id: ada.id, reason });
  await shows(legalHolds.getLegalHolds, olivia, {});
  await shows(legalHolds.liftLegalHold, olivia, { hold_id });
  await olivia.call(updateUser, { user_id: ada.id, role: 100 });
  const { session, confirmation } = await signedIn(scene, ada);
  await shows(erasure.eraseUser, ada, { user_id: ben.id, confirmation, messages: "reassigned" }, { session });
};

/** In an organization of its own: an erased person listens no more. */
export const ownErasureExamples: Story = async (scene) => {
  const { shows, chiara } = scene;
  const { session, confirmation } = await signedIn(scene, chiara);
  await shows(erasure.eraseOwnUser, chiara, { confirmation }, { session });
};
