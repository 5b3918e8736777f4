/**
 * Makes the explorer work without a network. Files come from the network, so that they are never out of date, and from
 * the cache when it cannot be reached.
 */

const CACHE = "hitblow-explorer";
const FILES = [
  "./",
  "index.html",
  "ja.html",
  "explorer.css",
  "explorer.js",
  "view.js",
  "words.js",
  "address.js",
  "book.js",
  "game.js",
  "books.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(load(event.request));
});

async function load(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
