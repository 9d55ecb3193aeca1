// Numbers and elements.

export function number(value, digits) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const wanted = digits ?? (size >= 1000 ? 0 : size >= 10 ? 1 : 2);
  return value.toLocaleString("en", { minimumFractionDigits: wanted, maximumFractionDigits: wanted }).replace("-", "−");
}

export const count = (value) => (value ?? 0).toLocaleString("en");

export function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : NaN;
}

export function deviation(values) {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

export const byId = (id) => document.getElementById(id);

export function element(kind, properties = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name in made && !name.startsWith("aria")) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export function save(content, name) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export function speak(text) {
  byId("spoken").textContent = text;
}
