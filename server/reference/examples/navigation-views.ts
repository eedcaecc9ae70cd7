import * as views from "../../src/personal/navigation-views/contract.ts";
import type { Story } from "../scene.ts";

export const navigationViewExamples: Story = async ({ shows, dev }) => {
  const fragment = "narrow/is/alerted";
  await shows(views.addNavigationView, dev, { fragment, is_pinned: true, name: "Alerts" });
  await shows(views.editNavigationView, dev, { fragment, name: "Said my words" });
  await shows(views.getNavigationViews, dev, {});
  await shows(views.removeNavigationView, dev, { fragment });
};
