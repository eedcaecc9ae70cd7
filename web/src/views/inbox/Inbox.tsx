import { t } from "../../text/text.ts";
import "../lists.css";

export function Inbox() {
  return (
    <div className="view list">
      <h1>{t("views.inbox")}</h1>
    </div>
  );
}
