/** Chooses people and groups to be in a group, with the chooser of permissions. */
import type { IsOffered } from "../who/useWhoSuggestions.tsx";
import { WhoChooser } from "../who/WhoChooser.tsx";
import type { WhoLimits, WhoValue } from "../who/who.ts";

export const NOBODY_CHOSEN: WhoValue = { direct_members: [], direct_subgroups: [] };

/** Everything but nobody can be in a group. */
const LIMITS: WhoLimits = {
  default: "role:nobody",
  allowNobody: false,
  allowEveryone: true,
  requireSystemGroup: false,
  allowedSystemGroups: [],
  changedBy: "administrator",
};

interface MemberChooserProps {
  readonly id: string;
  readonly value: WhoValue;
  readonly isOffered?: IsOffered;
  readonly onChange: (value: WhoValue) => void;
}

export const MemberChooser = (props: MemberChooserProps) => (
  <WhoChooser describedBy={undefined} limits={LIMITS} saysNobody={false} {...props} />
);
