import * as domains from "../../src/organization/domains/contract.ts";
import type { Story } from "../scene.ts";

export const domainExamples: Story = async ({ shows, olivia }) => {
  const domain = "example.com";
  await shows(domains.addDomain, olivia, { domain, allow_subdomains: false });
  await shows(domains.changeDomain, olivia, { domain, allow_subdomains: true });
  await shows(domains.getDomains, olivia, {});
  await shows(domains.removeDomain, olivia, { domain });
};
