/**
 * Chooses who holds a permission: a role, groups and people, as removable chips and a field that adds more. Offers only
 * what the setting accepts; where only roles are accepted, it is a plain choice.
 */
import { useRef } from "react";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList } from "../../parts/suggestions.tsx";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Select } from "../controls/Select.tsx";
import { groupText } from "./group-text.ts";
import { type IsOffered, useWhoSuggestions } from "./useWhoSuggestions.tsx";
import {
  type Chosen,
  chosenIn,
  isAccepted,
  ROLE_NAMES,
  rolesFor,
  rolesIn,
  type WhoLimits,
  type WhoValue,
  whoOf,
  without,
} from "./who.ts";
import "./who.css";

export interface WhoChooserProps {
  /** What the label is for. */
  readonly id: string | undefined;
  readonly describedBy: string | undefined;
  readonly limits: WhoLimits;
  readonly value: WhoValue;
  /** Whether an empty choice is named. */
  readonly saysNobody?: boolean;
  /** Leaves out suggestions; by default none of those that the limits allow. */
  readonly isOffered?: IsOffered;
  readonly onChange: (value: WhoValue) => void;
}

export function WhoChooser(props: WhoChooserProps) {
  return props.limits.requireSystemGroup ? <RoleSelect {...props} /> : <ChipField {...props} />;
}

function RoleSelect({ limits, value, isOffered: _, saysNobody: __, onChange, ...props }: WhoChooserProps) {
  const roles = useStore((state) => rolesIn(state.groups));
  const options = rolesFor(limits).map((name) => ({ value: roles.get(name), label: t(ROLE_NAMES[name]) }));
  return <Select {...props} value={value} options={options} onChange={(chosen) => onChange(chosen as WhoValue)} />;
}

function ChipField({ id, describedBy, limits, value, isOffered, saysNobody = true, onChange }: WhoChooserProps) {
  const groups = useStore((state) => state.groups);
  const users = useStore((state) => state.users);
  const roles = rolesIn(groups);
  const chosen = chosenIn(value, roles);
  const input = useRef<HTMLInputElement>(null);
  const change = (next: Chosen) => {
    onChange(whoOf(next, roles));
    input.current?.focus();
  };
  const { field, list } = useWhoSuggestions({ chosen, limits, onChange: change, ...(isOffered ? { isOffered } : {}) });
  const isEmpty = chosen.groupIds.length + chosen.userIds.length === 0;
  return (
    <span className="who">
      {isEmpty && saysNobody && (
        <span className="quiet">{t(isAccepted(chosen, limits) ? "who.nobody" : "who.needed")}</span>
      )}
      {chosen.groupIds.map((groupId) => (
        <Chip
          key={`group ${groupId}`}
          name={groupText(groups, groupId)}
          onRemove={() => change(without(chosen, { groupId }))}
        />
      ))}
      {chosen.userIds.map((userId) => (
        <Chip
          key={`user ${userId}`}
          name={nameOf({ users }, userId)}
          onRemove={() => change(without(chosen, { userId }))}
        />
      ))}
      <input ref={input} id={id} aria-describedby={describedBy} placeholder={t("who.add")} {...field} />
      {list && <SuggestionList list={list} label={t("who.suggestions")} />}
    </span>
  );
}

function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className="who-chip" aria-label={t("who.remove", { name })} onClick={onRemove}>
      <span className="trunc" dir="auto">
        {name}
      </span>
      <Icon name="close" size="s" />
    </button>
  );
}
