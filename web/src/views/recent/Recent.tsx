import { t } from "../../text/text.ts";
import "../lists.css";

export function Recent() {
  return (
    <div className="view list">
      <h1>{t("views.recent")}</h1>
    </div>
  );
}
