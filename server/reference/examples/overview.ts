import { getOverview } from "../../src/organization/overview/contract.ts";
import type { Story } from "../scene.ts";

export const overviewExamples: Story = async ({ shows, server, olivia }) => {
  // What is just being delivered would be another number each time.
  await server.app.jobs.settled();
  await shows(getOverview, olivia, { days: 2 });
};
