import * as linkedProviders from "../../src/people/linked-providers/contract.ts";
import * as secondFactors from "../../src/people/second-factors/contract.ts";
import { Device } from "../../src/people/second-factors/test-device.ts";
import { Phone } from "../../src/people/second-factors/testing.ts";
import { Browser } from "../../test/browser.ts";
import { COMPANY_URL, PASSWORD } from "../company.ts";
import type { Story } from "../scene.ts";

/** Of the company's identity provider. */
const issuer = "https://id.example.com";

export const secondFactorExamples: Story = async ({ shows, server, ada, chiara }) => {
  const { id: realm_id } = await server.app.database.reader.selectFrom("realm").select("id").executeTakeFirstOrThrow();
  const session = new Browser({ server, realm: { url: COMPANY_URL, host: new URL(COMPANY_URL).host } });
  await session.signsIn(chiara.email, PASSWORD);
  const { confirmation } = await shows(secondFactors.confirmIdentity, chiara, { password: PASSWORD }, { session });
  const started = await shows(secondFactors.startAuthenticator, chiara, { confirmation }, { session });
  const phone = new Phone(server, started.secret);
  const finished = { setup: started.setup, code: phone.code() };
  await shows(secondFactors.addAuthenticator, chiara, finished, { session });
  const device = new Device({ url: COMPANY_URL });
  const asked = await shows(secondFactors.startPasskey, chiara, { confirmation }, { session });
  const credential = device.creates(asked.options as never);
  const created = { setup: asked.setup, credential, name: "Laptop" };
  const { id: passkey_id } = await shows(secondFactors.addPasskey, chiara, created, { session });
  await shows(secondFactors.renamePasskey, chiara, { passkey_id, name: "Old laptop" }, { session });
  await shows(secondFactors.getIdentityConfirmation, chiara, {}, { session });
  await shows(linkedProviders.startProviderLink, chiara, { provider: "company", confirmation }, { session });
  await server.app.database.transaction((tx) =>
    tx
      .insertInto("provider_identity")
      .values({
        realm_id,
        user_id: chiara.id,
        issuer,
        subject: "chiara",
        linked_at: 1_767_600_000,
        has_second_factor: false,
      })
      .execute(),
  );
  const { providers } = await shows(linkedProviders.getSignInMethods, chiara, {}, { session });
  const identity_id = providers[0]?.identity?.id ?? 0;
  await shows(linkedProviders.unlinkProvider, chiara, { identity_id, confirmation }, { session });
  await shows(secondFactors.getSecondFactors, chiara, {}, { session });
  await shows(secondFactors.getPeopleWithSecondFactor, ada, {});
  await shows(secondFactors.replaceRecoveryCodes, chiara, { confirmation }, { session });
  await shows(secondFactors.removePasskey, chiara, { passkey_id, confirmation }, { session });
  await shows(secondFactors.removeAuthenticator, chiara, { confirmation }, { session });
  await session.calls("POST /users/me/authenticator", finished);
  await shows(secondFactors.removeSecondFactors, ada, { user_id: chiara.id });
};
