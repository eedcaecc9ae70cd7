import { getOverview } from "../../src/organization/overview/contract.ts";
import type { Story } from "../scene.ts";

export const overviewExamples: Story = async ({ shows, olivia }) => {
  await shows(getOverview, olivia, { days: 2 });
};
