"""The features of the server: a folder for each, with its routes, service, messages and storage."""
