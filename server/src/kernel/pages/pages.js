/**
 * The comforts of the server's own pages: everything on them works without this file. It writes text and attributes only,
 * never HTML.
 */

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A password can be looked at. */
for (const button of all("[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  const [show, hide] = [button.textContent, button.dataset.hide];
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = field.type === "password";
    field.type = isShown ? "text" : "password";
    button.textContent = isShown ? hide : show;
    button.setAttribute("aria-pressed", String(isShown));
    field.focus();
  });
  // Nothing is sent, or kept by the browser, as if it were no password.
  field.form.addEventListener("submit", () => {
    field.type = "password";
  });
}

const STRENGTH_AFTER_MS = 300;

/** How hard a new password is to guess, in words. The server judges, as it will when the form is sent. */
for (const field of all("[data-strength]")) {
  const words = document.getElementById(`${field.id}-strength`);
  const own = field.dataset.strength.split(" ").map((id) => document.getElementById(id));
  let timer;
  let asked = 0;
  const ask = async () => {
    const number = ++asked;
    if (field.value === "") return say(number, "", "");
    const given = own.flatMap((each) => each?.value ?? []).join("\n");
    const body = new URLSearchParams({ password: field.value, own: given });
    const response = await fetch("/accounts/password/strength/", { method: "POST", body }).catch(() => undefined);
    if (!response?.ok) return say(number, "", "");
    const { strength, sentence } = await response.json();
    say(number, strength, sentence);
  };
  const say = (number, strength, sentence) => {
    if (number !== asked) return;
    words.dataset.is = strength;
    words.textContent = sentence;
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, STRENGTH_AFTER_MS);
  });
}

/** The time left until one may try again. */
for (const notice of all("[data-seconds]")) {
  const over = Date.now() + Number(notice.dataset.seconds) * 1000;
  const lasting = (seconds) => {
    const parts = { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
    return new Intl.DurationFormat(document.documentElement.lang, { style: "long" }).format(parts);
  };
  const tick = () => {
    const left = Math.ceil((over - Date.now()) / 1000);
    if (left > 0) {
      notice.textContent = notice.dataset.wait.replace("{time}", lasting(left));
      return;
    }
    clearInterval(timer);
    notice.setAttribute("role", "alert");
    notice.textContent = notice.dataset.over;
  };
  // Read aloud when the page opens and when it is over, and not at every second.
  notice.setAttribute("role", "timer");
  const timer = "DurationFormat" in Intl ? setInterval(tick, 1000) : undefined;
}

/** What follows the number sign is not sent to the server: it goes on with the form. */
for (const next of all("input[name=next]"))
  if (location.hash !== "" && !next.value.includes("#")) next.value += location.hash;

/** The time zone of this computer, unless another one was chosen. Browsers know zones by names that are not in the list. */
for (const zone of all("select[data-finds=timezone]")) {
  const found = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone.value !== "" || found === undefined) continue;
  if (!all("option", zone).some((option) => option.value === found)) zone.append(new Option(found, found));
  zone.value = found;
}

/** Steps: each opens when the one above is complete. What the server has found wrong is never closed. */
const steps = all(".step");
const isRefused = document.querySelector("[aria-invalid]") !== null;
for (const [index, step] of steps.entries()) {
  const goOn = step.querySelector("[data-goes-on]");
  const next = steps[index + 1];
  if (!goOn || !next || isRefused) continue;
  const fields = all("input", step).filter((field) => field.type !== "hidden");
  const isComplete = () => fields.every((field) => field.checkValidity());
  const close = () => next.classList.add("closed");
  const open = () => {
    if (!fields.every((field) => field.reportValidity())) return;
    next.classList.remove("closed");
    goOn.hidden = true;
    next.querySelector("input:not([type=hidden])")?.focus();
  };
  goOn.hidden = false;
  goOn.addEventListener("click", open);
  step.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.type === "button" || goOn.hidden) return;
    event.preventDefault();
    open();
  });
  // What the browser has filled in again after going back is complete.
  if (isComplete()) goOn.hidden = true;
  else close();
}

/** A link is copied, and the button says so. */
for (const button of all("[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  button.hidden = false;
  if (button.autofocus) button.focus();
  button.addEventListener("click", async () => {
    field.select();
    // Without encryption there is no clipboard for scripts, only the command of the menu.
    await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
    if (!navigator.clipboard) document.execCommand("copy");
    if (button.dataset.then) location.assign(button.dataset.then);
    else button.textContent = button.dataset.done;
  });
}

/**
 * Passkeys. The form is shown where the browser can use them: over an encrypted connection or on this computer, and at the
 * address that they belong to. Sign-in pages also let the browser offer them in the field for the email address.
 */
for (const part of all("[data-passkey]")) {
  const options = JSON.parse(part.dataset.passkey);
  const isOurs = location.hostname === options.rpId || location.hostname.endsWith(`.${options.rpId}`);
  if (!isOurs || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  part.hidden = false;
  const form = part.querySelector("form");
  const shared = document.getElementById("shared");
  const notUsed = part.querySelector("[data-not-used]");
  let waiting = new AbortController();
  const ask = async (how) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey, ...how });
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    if (shared?.checked) form.elements.shared_computer.value = "on";
    form.submit();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    waiting.abort();
    waiting = new AbortController();
    notUsed.hidden = true;
    // Browsers do not tell why: whoever closes their dialog can choose again.
    ask({ signal: waiting.signal }).catch(({ name }) => {
      notUsed.className = "error";
      notUsed.hidden = name === "AbortError";
    });
  });
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    await ask({ mediation: "conditional", signal: waiting.signal });
  };
  if ("autofill" in part.dataset) offer().catch(() => {});
}

/**
 * The desktop app: this page is inside it, and the sign-in happens in the browser. The browser gives its user a token that is
 * encrypted with the key we make here. The app finds it in the clipboard, or its user pastes it.
 */
for (const part of all("[data-desktop-sign-in]")) {
  const form = part.querySelector("form");
  const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const { key, pasted } = window.electron_bridge?.decrypt_clipboard?.(1) ?? {
    key: crypto.getRandomValues(new Uint8Array(32)),
  };
  const url = new URL(location.href);
  url.searchParams.set("desktop_flow_otp", toHex(key));
  part.querySelector("a").href = url.href;
  window.open(url.href, "_blank", "noopener");
  const send = (token) => {
    form.elements.token.value = token;
    form.submit();
  };
  pasted?.then(send);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { code } = form.elements;
    const bytes = fromHex(code.value.trim());
    try {
      const own = await crypto.subtle.importKey("raw", Uint8Array.from(key), "AES-GCM", false, ["decrypt"]);
      const how = { name: "AES-GCM", iv: bytes.slice(0, 12) };
      send(new TextDecoder().decode(await crypto.subtle.decrypt(how, own, bytes.slice(12))));
    } catch {
      code.value = "";
      code.setAttribute("aria-invalid", "true");
      code.focus();
    }
  });
}
