/** A table of people: who they are, their roles, and when they were here. */
import { holderOf, type User } from "@parley/client";
import { Role } from "@parley/server/kernel/access/roles.ts";
import { mayChangeUsers } from "@parley/server/people/users/permissions.ts";
import { useState } from "react";
import { openDialog } from "../../../app/dialogs.tsx";
import { roleName } from "../../../card/kinds.ts";
import { openPersonCard } from "../../../card/PersonCard.tsx";
import { Avatar } from "../../../parts/Avatar.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { later } from "../../../parts/later.tsx";
import { useMinute, usePresence } from "../../../state/presence.ts";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Select } from "../../controls/Select.tsx";
import { type DrawnColumn, Table } from "../../lists/Table.tsx";
import { Section } from "../../Page.tsx";
import { lastSeen, peopleListed, ROLES } from "./directory.ts";
import { reactivate } from "./reactivate.ts";
import "./people.css";

const CreateUserDialog = later(() => import("./CreateUserDialog.tsx").then((loaded) => loaded.CreateUserDialog));
const ManageDialog = later(() => import("./ManageDialog.tsx").then((loaded) => loaded.ManageDialog));

export function Directory({ isActive }: { readonly isActive: boolean }) {
  const { store } = useSession();
  const users = useStore((state) => state.users);
  const mayManage = useStore((state) => mayChangeUsers(holderOf(state)));
  const [role, setRole] = useState<number>();
  const listed = peopleListed(users, { isActive, role });
  const title = t(isActive ? "people.activePeople" : "people.deactivatedPeople");
  // Read when the list is drawn: presence changes all the time, and rows must not move by themselves.
  const seen = ({ user_id }: User) => lastSeen(store.state.presence.get(user_id));
  const columns: DrawnColumn<User>[] = [
    { title: t("people.name"), of: wordsOf, draw: (person) => <Who person={person} /> },
    { title: t("people.role"), of: ({ role: each }) => each, draw: roleName },
    ...(isActive
      ? [{ title: t("people.lastActive"), of: seen, draw: (person: User) => <LastActive userId={person.user_id} /> }]
      : []),
  ];
  const create = () => openDialog((close) => <CreateUserDialog onClose={close} />);
  return (
    <Section title={title} name="people" {...(mayManage ? {} : { help: t("people.locked") })}>
      {mayManage && isActive && (
        <div className="add-row">
          <Button icon="plus" onPress={create}>
            {t("people.create")}
          </Button>
        </div>
      )}
      <Table
        label={title}
        rows={listed}
        keyOf={({ user_id }) => user_id}
        columns={columns}
        tools={<RoleFilter role={role} onChange={setRole} />}
        actions={(person) => mayManage && <Acts person={person} />}
      />
      {listed.length === 0 && <p className="quiet">{t(isActive ? "people.noneActive" : "people.noneDeactivated")}</p>}
    </Section>
  );
}

/** What the table is filtered by. */
const wordsOf = ({ full_name, delivery_email }: User): string => `${full_name} ${delivery_email ?? ""}`;

interface RoleFilterProps {
  readonly role: number | undefined;
  readonly onChange: (role: number | undefined) => void;
}

const RoleFilter = ({ role, onChange }: RoleFilterProps) => (
  <Select
    id={undefined}
    label={t("people.filterRole")}
    describedBy={undefined}
    value={role}
    options={[
      { value: undefined, label: t("people.everyRole") },
      ...ROLES.map((each) => ({ value: each, label: roleName({ role: each }) })),
    ]}
    onChange={(chosen) => onChange(chosen as number | undefined)}
  />
);

function Who({ person }: { readonly person: User }) {
  const ownId = useStore((state) => state.users.ownId);
  const { user_id, full_name: name, delivery_email: email, role } = person;
  return (
    <span className="with-mark">
      <Avatar userId={user_id} withPresence />
      <span className="person-words">
        <span className="person-name">
          <button
            type="button"
            className="person-link"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => openPersonCard(user_id, currentTarget)}
          >
            {name}
          </button>
          {user_id === ownId && <span className="quiet">{t("people.you")}</span>}
          {role === Role.guest && <span className="person-tag">{t("people.guest")}</span>}
        </span>
        {email && <small>{email}</small>}
      </span>
    </span>
  );
}

function LastActive({ userId }: { readonly userId: number }) {
  const presence = usePresence(userId);
  const seen = useStore((state) => lastSeen(state.presence.get(userId)));
  const clock = useClock();
  const now = useMinute() * 60;
  if (presence !== "away") return t(presence === "active" ? "people.activeNow" : "people.idleNow");
  return <span className="quiet">{seen === 0 ? t("people.notLately") : momentText(seen, clock, now)}</span>;
}

function Acts({ person }: { readonly person: User }) {
  const { connection } = useSession();
  const { user_id: userId, full_name: name, is_active } = person;
  return (
    <>
      {!is_active && (
        <Button
          aria-label={t("people.reactivateNamed", { name })}
          onPress={() => void reactivate(connection, { userId, name })}
        >
          {t("people.reactivate")}
        </Button>
      )}
      <Button
        kind="plain"
        aria-label={t("people.manageNamed", { name })}
        onPress={() => openDialog((close) => <ManageDialog userId={userId} onClose={close} />)}
      >
        {t("people.manage")}
      </Button>
    </>
  );
}
