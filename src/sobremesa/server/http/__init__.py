"""HTTP and WebSockets: requests, limits, languages, and the files of the browser's client."""
