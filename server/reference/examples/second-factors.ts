import * as secondFactors from "../../src/people/second-factors/contract.ts";
import { Phone } from "../../src/people/second-factors/testing.ts";
import { Browser } from "../../test/browser.ts";
import { COMPANY_URL, PASSWORD } from "../company.ts";
import type { Story } from "../scene.ts";

export const secondFactorExamples: Story = async ({ shows, server, ada, chiara }) => {
  const session = new Browser({ server, realm: { url: COMPANY_URL, host: new URL(COMPANY_URL).host } });
  await session.signsIn(chiara.email, PASSWORD);
  const { confirmation } = await shows(secondFactors.confirmIdentity, chiara, { password: PASSWORD }, { session });
  const started = await shows(secondFactors.startAuthenticator, chiara, { confirmation }, { session });
  const phone = new Phone(server, started.secret);
  const finished = { setup: started.setup, code: phone.code() };
  await shows(secondFactors.addAuthenticator, chiara, finished, { session });
  await shows(secondFactors.getSecondFactors, chiara, {}, { session });
  await shows(secondFactors.getPeopleWithSecondFactor, ada, {});
  await shows(secondFactors.replaceRecoveryCodes, chiara, { confirmation }, { session });
  await shows(secondFactors.removeAuthenticator, chiara, { confirmation }, { session });
  await session.calls("POST /users/me/authenticator", finished);
  await shows(secondFactors.removeSecondFactors, ada, { user_id: chiara.id });
};
