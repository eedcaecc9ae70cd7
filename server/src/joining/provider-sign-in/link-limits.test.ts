/** Attempts to link are counted by address, before the provider is asked. */
import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { readConfig } from "../../kernel/config.ts";
import { confirms } from "../../people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { leadOf, ProviderVisitor, useProviders, VERIFIED } from "./testing.ts";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "sign_in_failures_by_ip=2/60" });
const providers = useProviders({ rateLimits });

test("whoever tries too often to link what is somebody else's is stopped before the provider is asked", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await withPassword(acme, await acme.member("Eve"))];
  await new ProviderVisitor(acme).signsInWith(company, "m-1", { email: ada.email, ...VERIFIED });
  const browser = new ProviderVisitor(acme);
  await browser.signsIn(eve.email, PASSWORD);
  // Once: a password is an attempt as well.
  const confirmation = await confirms(browser);
  const comesBack = async () => {
    const { body } = await browser.calls("POST /users/me/provider_identities", { provider: "company", confirmation });
    return browser.isSentBack(company, "m-1", {}, body.url as string);
  };
  for (let n = 0; n < 2; n++)
    assert.match(leadOf(await browser.opens(await comesBack())) ?? "", /belongs to another account/);
  const url = await comesBack();
  const asked = company.requests.length;
  assert.equal((await browser.opens(url)).status, 429);
  assert.deepEqual(company.requests.slice(asked), []);
});
