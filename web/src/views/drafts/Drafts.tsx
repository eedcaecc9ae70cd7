import { t } from "../../text/text.ts";
import "../lists.css";

export function Drafts({ list }: { readonly list: "drafts" | "scheduled" | "reminders" }) {
  return (
    <div className="view list">
      <h1>{t(`views.${list}`)}</h1>
    </div>
  );
}
