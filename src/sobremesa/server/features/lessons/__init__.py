"""Learning at the house: the lessons as they are told, and who has done which."""
