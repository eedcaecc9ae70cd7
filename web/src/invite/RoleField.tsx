/** The role that invited people get. */
import { Role, type RoleCode } from "@parley/server/kernel/access/roles.ts";
import { roleName } from "../card/kinds.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { rolesToOffer } from "./offers.ts";

interface RoleFieldProps {
  readonly role: RoleCode;
  readonly onChange: (role: RoleCode) => void;
}

export function RoleField({ role, onChange }: RoleFieldProps) {
  const { store } = useSession();
  return (
    <label>
      <span>{t("invite.role")}</span>
      <span className="invite-stack">
        <select className="field" value={role} onChange={({ target }) => onChange(Number(target.value) as RoleCode)}>
          {rolesToOffer(store.state).map((each) => (
            <option key={each} value={each}>
              {roleName({ role: each })}
            </option>
          ))}
        </select>
        {role === Role.guest && <small>{t("inviting.guestHelp")}</small>}
      </span>
    </label>
  );
}
