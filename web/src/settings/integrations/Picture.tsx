/** The picture of an integration: letters, because a logo belongs to its service. */
import { inkOn } from "./ink.ts";
import type { Integration } from "./useCatalogue.ts";

export const Picture = ({ picture: { initials, color } }: Pick<Integration, "picture">) => (
  <span className="integration-picture" style={{ backgroundColor: color, color: inkOn(color) }} aria-hidden="true">
    {initials}
  </span>
);
