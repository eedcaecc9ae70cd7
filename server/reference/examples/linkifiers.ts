import * as linkifiers from "../../src/organization/linkifiers/contract.ts";
import type { Story } from "../scene.ts";

export const linkifierExamples: Story = async ({ shows, ada, dev }) => {
  const pattern = "ISBN (?P<isbn>[0-9]{13})";
  const { id: filter_id } = await shows(linkifiers.addLinkifier, ada, {
    pattern,
    url_template: "https://books.example.com/{isbn}",
  });
  const { id: tickets } = await ada.call(linkifiers.addLinkifier, {
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://tickets.example.com/{id}",
  });
  await shows(linkifiers.updateLinkifier, ada, { filter_id, pattern, url_template: "https://example.com/isbn/{isbn}" });
  await shows(linkifiers.reorderLinkifiers, ada, { ordered_linkifier_ids: [tickets, filter_id] });
  await shows(linkifiers.getLinkifiers, dev, {});
  await shows(linkifiers.removeLinkifier, ada, { filter_id: tickets });
};
